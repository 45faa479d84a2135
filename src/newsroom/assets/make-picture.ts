/** Makes every kind of picture. Runs in the studio's process. */
import { drawCard, drawInfographic } from './draw/card.ts';
import { drawChart } from './draw/chart.ts';
import { drawFigures } from './draw/figures-page.ts';
import type { Sheet } from './draw/sheet.ts';
import { loadSharp } from './load-sharp.ts';
import { remake } from './picture/remake.ts';
import type { MadePicture, StudioWork } from './studio-work.ts';

/** Rejects with a `PictureFailed` when no picture can be made. */
export async function makePicture(work: StudioWork): Promise<MadePicture> {
  return work.kind === 'og_image' ? remake(work.bytes) : printed(sheetOf(work));
}

function sheetOf(work: Exclude<StudioWork, { kind: 'og_image' }>): Sheet {
  switch (work.kind) {
    case 'chart':
      return drawChart(work);
    case 'card':
      return drawCard(work);
    case 'infographic':
      return drawInfographic(work);
    case 'figures':
      return drawFigures(work);
  }
}

async function printed(sheet: Sheet): Promise<MadePicture> {
  const sharp = await loadSharp();
  const { data, info } = await sharp(Buffer.from(sheet.toSvg()))
    .png({ compressionLevel: 9, palette: true, quality: 100, effort: 4 })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, extension: 'png', width: info.width, height: info.height };
}
