// Every word that the page itself says, in each language. Rulings, questions and warnings come from the table.

import de from "./words/de.js";
import en from "./words/en.js";
import es from "./words/es.js";

export const languages = { en, de, es };

/** The words of a language; English where it is not known. */
export function wordsOf(language) {
  return languages[String(language).slice(0, 2)] ?? en;
}

/** Milliseconds to a tenth, from microseconds. */
export function milliseconds(us, language) {
  const tenths = Math.sign(us) * Math.floor((Math.abs(us) + 50) / 100);
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return format.format(tenths / 10);
}
