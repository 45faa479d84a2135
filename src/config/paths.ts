import { join, resolve } from 'node:path';
import type { Paths } from './config.ts';
import { withHome } from './value-forms.ts';

/** Where these variables put the home. */
export function homeOf(env: Readonly<Record<string, string | undefined>>, cwd: string): string {
  return resolve(cwd, withHome(env['NIGHTDESK_HOME']?.trim() || '.'));
}

/** The places inside a home. */
export function pathsOf(home: string): Paths {
  const data = join(home, 'data');
  const newsroom = join(data, 'newsroom');
  return {
    data,
    sessions: join(home, 'sessions'),
    prompts: join(home, 'prompts'),
    env: join(home, '.env'),
    editions: join(data, 'editions'),
    setup: join(data, 'setup.json'),
    editionUndo: join(data, 'edition-undo.json'),
    database: join(data, 'nightdesk.sqlite3'),
    setAside: join(data, 'set-aside.jsonl'),
    lock: join(data, 'nightdesk.lock'),
    gatewayAddress: join(data, 'gateway.json'),
    gatewayToken: join(data, 'gateway.token'),
    newsPool: join(newsroom, 'news_pool.sqlite3'),
    searchIndex: join(data, 'search.sqlite3'),
    newsroomJobs: join(newsroom, 'jobs'),
    storyLogs: join(newsroom, 'logs'),
    newsletters: join(data, 'newsletters'),
    reports: join(newsroom, 'reports'),
  };
}
