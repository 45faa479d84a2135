/** The pictures of a newsletter in `docs/`: `npm run pictures`. They are of the sample letter of the tests. */
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { toHtml } from '../../src/newsletter/render/to-html.ts';
import { openBrowser } from '../console/browser.ts';
import { ENGLISH } from './render/sample-letters.ts';

const LOOKS = [
  { width: 375, height: 1_400 },
  { width: 1_200, height: 1_000 },
];

const browser = await openBrowser({});
for (const { width, height } of LOOKS) {
  const page = await browser.page({ viewport: { width, height } });
  await page.setContent(toHtml(ENGLISH, { zone: 'Asia/Hong_Kong' }));
  const picture = await page.screenshot();
  const file = fileURLToPath(new URL(`../../docs/newsletter-${width}.png`, import.meta.url));
  await sharp(picture).png({ palette: true, colours: 64, effort: 10 }).toFile(file);
  await page.context().close();
}
await browser.close();
