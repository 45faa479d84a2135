/** Makes reports, and posts their pages as pictures. */
import { join } from 'node:path';
import { mkdir } from 'node:fs/promises';
import type { HomeFiles } from '../async/home-files.ts';
import type { LazyAssets } from '../newsroom/assets/story-assets.ts';
import { editorsZone } from '../newsroom/edition/edition.ts';
import type { Edition } from '../newsroom/edition/edition.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { OpBook } from '../sessions/op-book.ts';
import { traitsOf } from '../sessions/traits-of.ts';
import type { Clock } from '../time/clock.ts';
import { localeOf } from '../time/locale.ts';
import type { Locale } from '../time/locale.ts';
import type { Charted } from './charted.ts';
import { readFigures, reportOf } from './report.ts';
import type { Report, ReportCharts } from './report.ts';
import { pageKey, reportOps } from './report-ops.ts';

export interface ReporterDeps {
  readonly charts: ReportCharts;
  readonly draw: LazyAssets['figures'];
  readonly files: Pick<HomeFiles, 'write'>;
  /** The folder of all pictures. */
  readonly root: string;
  readonly ops: Pick<OpBook, 'put' | 'under'>;
  readonly edition: Pick<Edition, 'language' | 'title' | 'zone' | 'editorsZone'>;
  readonly clock: Clock;
  /** The outbox has something to send. */
  readonly posted: () => void;
  readonly failed: (what: string, error: unknown) => void;
}

/** `no pictures`: the chat shows none, or there is nothing to show. */
export type PostedPages = 'posted' | 'no pictures' | 'not drawn';

interface ReportRequest {
  /** The chat that it is posted in. */
  readonly session: SessionKey;
  /** With the same id its pictures are posted once. */
  readonly id: string;
  readonly days: number;
  /** Of whoever reads the words; pictures are in the newsroom's language. */
  readonly locale: Locale;
  readonly signal: AbortSignal;
}

export class Reporter {
  readonly #deps: ReporterDeps;

  constructor(deps: ReporterDeps) {
    this.#deps = deps;
  }

  /** The language of the newsroom, in which its pictures are. */
  get locale(): Locale {
    return localeOf(this.#deps.edition.language);
  }

  async make(days: number, locale: Locale): Promise<Report> {
    return this.#reportOf(await readFigures(this.#deps.charts, days), days, locale);
  }

  /** Make a report for a chat, and post its pages there. */
  async report(request: ReportRequest): Promise<{ readonly report: Report; readonly pages: PostedPages }> {
    const { days, locale } = request;
    const figures = await readFigures(this.#deps.charts, days);
    const pages = await this.#post(this.#reportOf(figures, days, this.locale), request);
    return { report: this.#reportOf(figures, days, locale), pages };
  }

  #reportOf(figures: readonly Charted[], days: number, locale: Locale): Report {
    const { edition } = this.#deps;
    return reportOf(figures, { days, locale, zone: editorsZone(edition), masthead: edition.title });
  }

  /** A picture in each message. Nothing is posted of a report that can't be drawn whole. */
  async #post({ pages }: Report, { session, id, signal }: ReportRequest): Promise<PostedPages> {
    const { draw, files, root, ops, clock, posted, failed } = this.#deps;
    if (traitsOf(session)?.has.pictures !== true) return 'no pictures';
    // What waits to be sent needs its files as they are.
    if ((await ops.under(pageKey(id, ''))).length > 0) return 'posted';
    if (pages.length === 0) return 'no pictures';
    const folder = join(root, encodeURIComponent(id));
    const kept = [];
    try {
      await mkdir(folder, { recursive: true });
      for (const page of pages) {
        const { bytes, extension } = await draw(page.work, signal);
        const name = `${page.id}.${extension}`;
        const path = join(folder, name);
        await files.write(path, bytes);
        kept.push({ page, file: { name, path } });
      }
    } catch (error) {
      signal.throwIfAborted();
      failed('drawing a report', error);
      return 'not drawn';
    }
    await ops.put(reportOps(kept, { session, id, nowMs: clock.now() }));
    posted();
    return 'posted';
  }
}
