/** A first run in preview: the home's settings and edition in a folder that goes away again; nothing is posted or kept. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { editionFile } from '../setup/edition-files.ts';
import type { Clock } from '../time/clock.ts';
import { textOf } from '../setup/plan-files.ts';
import { readConfig } from '../config/read-config.ts';
import { configOf } from './world.ts';
import type { World } from './world.ts';

interface PreviewedStory {
  readonly title: string;
  readonly category: string;
  /** How it ended, with the reason where it was not posted. */
  readonly state: string;
}

export type PreviewedRun =
  | { readonly kind: 'written'; readonly stories: readonly PreviewedStory[] }
  | { readonly kind: 'none'; readonly because: string };

/** @param secrets settings of channels, which the preview has none of: it speaks to nobody. */
// ts-unused-exports:disable-next-line
export async function previewRun(
  world: World,
  clock: Clock,
  secrets: readonly string[],
): Promise<PreviewedRun> {
  const home = mkdtempSync(join(tmpdir(), 'nightdesk-preview-'));
  try {
    const config = previewConfig(home, world, secrets);
    const { planWithoutDesk } = await import('../main/without-desk.ts');
    const planned = await planWithoutDesk('daily', { config, clock });
    if (!planned) return { kind: 'none', because: 'the edition has no planner_daily' };
    if ('refused' in planned) return { kind: 'none', because: planned.refused };
    const { run, plan } = planned;
    if (!plan.run) return { kind: 'none', because: plan.remark ?? run.error ?? run.summary ?? run.status };
    const { runWithoutDesk } = await import('../main/runner.ts');
    const path = plan.run.dir;
    await runWithoutDesk({
      config,
      asked: { path },
      signal: new AbortController().signal,
      clock,
      atTerminal: true,
    });
    const { summaryOf } = await import('../newsroom/inspect/inspect-run.ts');
    const { detail } = await summaryOf(path, clock);
    const stories = detail.stories.map(({ title, status, reason }, n) => ({
      title,
      category: plan.stories[n]?.category ?? '',
      state: reason === null ? status : `${status}: ${reason}`,
    }));
    return { kind: 'written', stories };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** The same settings in another home, without the channels' secrets and with the console as the desk channel. */
function previewConfig(home: string, world: World, secrets: readonly string[]) {
  const config = configOf(world);
  const editions = join(home, 'data', 'editions');
  mkdirSync(editions, { recursive: true });
  const given = JSON.parse(readFileSync(editionFile(config.edition, config), 'utf8')) as object;
  const { approval: _approval, ...edition } = given as Readonly<Record<string, unknown>>;
  const content = { ...edition, name: 'preview', desk: { console: 'desk' } };
  writeFileSync(join(editions, 'preview.json'), JSON.stringify(content));
  const own = { ...parseEnv(textOf(config.paths.env)), ...world.env };
  const settings = Object.entries(own).filter(([name]) => !secrets.includes(name));
  const env = { ...Object.fromEntries(settings), NIGHTDESK_HOME: home, NIGHTDESK_EDITION: 'preview' };
  return readConfig(env, home).config;
}
