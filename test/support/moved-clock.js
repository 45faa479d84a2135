/**
 * Loaded before a desk (`node --import`): its clock is set by as many milliseconds as the file in MOVED_CLOCK says, as if
 * somebody had set the machine's. What counts the time that passes is left alone, as it is by a machine.
 */
import { readFileSync } from 'node:fs';

const file = process.env['MOVED_CLOCK'];
const real = Date.now.bind(Date);
let byMs = 0;
let readAtMs = -Infinity;

function moved() {
  const now = performance.now();
  if (now - readAtMs > 50) {
    readAtMs = now;
    try {
      byMs = Number(readFileSync(file, 'utf8'));
    } catch {
      byMs = 0;
    }
  }
  return real() + byMs;
}

Date.now = moved;
globalThis.Date = new Proxy(Date, {
  construct: (target, given, as) => Reflect.construct(target, given.length === 0 ? [moved()] : given, as),
});
