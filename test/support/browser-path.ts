import { existsSync } from 'node:fs';

const PLACES = [
  // Without the windows and services of a whole browser it takes half the processor's time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** A Chromium for the tests of the console: `CHROME_PATH`, or one where systems have it; undefined where there is none. */
export function browserPath(): string | undefined {
  const given = process.env['CHROME_PATH'];
  return given !== undefined && given !== '' ? given : PLACES.find((place) => existsSync(place));
}
