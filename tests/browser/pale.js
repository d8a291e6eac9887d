// Texts that do not stand out from their ground by 4.5 to 1, as they are shown now. Where no ground is solid, both the
// lightest and the darkest felt must do.
() => {
  const channels = (colour) => {
    const found = colour.match(/[\d.]+/g).map(Number);
    const scale = colour.startsWith("color(srgb") ? 255 : 1;
    return [...found.slice(0, 3).map((x) => scale * x), found[3] ?? 1];
  };
  const luminance = (colour) => {
    const [red, green, blue] = colour.map((x) => x / 255).map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const token = (name) => {
    const hex = getComputedStyle(document.documentElement).getPropertyValue(name);
    return hex.match(/[0-9a-f]{2}/gi).map((x) => parseInt(x, 16));
  };
  const through = (film, ground) => ground.map((x, i) => x * (1 - film[3]) + film[i] * film[3]);

  const pale = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent.trim();
    const place = texts.currentNode.parentElement;
    const style = getComputedStyle(place);
    if (!text || style.visibility === "hidden" || place.getBoundingClientRect().width < 2) continue;
    const films = [];
    for (let at = place; at !== document.body && films.at(-1)?.[3] !== 1; at = at.parentElement) {
      films.push(channels(getComputedStyle(at).backgroundColor));
    }
    const solid = films.at(-1)?.[3] === 1 ? films.pop() : null;
    for (const ground of solid ? [solid.slice(0, 3)] : [token("--felt-light"), token("--felt-deep")]) {
      const seen = films.reduceRight((under, film) => through(film, under), ground);
      const [bright, dim] = [channels(style.color).slice(0, 3), seen].map(luminance).sort((a, b) => b - a);
      if ((bright + 0.05) / (dim + 0.05) < 4.5) pale.push(`${place.className}: ${text}`);
    }
  }
  return pale;
}
