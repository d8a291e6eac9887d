"""Which input is which line, and where lights and buzzer hang. Ref: hardware/pinout.toml; a test compares the two."""

FIRST_GPIO = 2  # line n is GPIO n + 2, since the sampler reads neighbouring inputs
LINES = 16
ALL_LINES = 0xFFFF
PRESSED_LEVEL = 0  # contact to ground, pull-up on
INVERT = 0 if PRESSED_LEVEL else ALL_LINES  # the polarity before anybody sets another

OK_LINE = 4
SEATS = 8

LIGHTS_GPIO = 18  # a chain of WS2812 lights, one a seat
BUZZER_GPIO = 19
FIRST_ADC_GPIO = 26  # the analogue pad of line n is ADC n
