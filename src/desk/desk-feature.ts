import { ANY_WORDS } from '../cron/job-profile.ts';
import type { Feature } from '../feature/feature.ts';
import type { JobPauses } from './job-pauses.ts';
import { guildsIn } from '../sessions/guilds.ts';
import type { SessionIndex } from '../sessions/session-index.ts';
import { jobTools } from './job-tools.ts';
import type { JobToolsDeps } from './job-tools.ts';
import { noteTools } from './note-tools.ts';
import type { NoteToolsDeps } from './note-tools.ts';

interface DeskFeatureDeps extends NoteToolsDeps, Omit<JobToolsDeps, 'guildOf'> {
  readonly pauses: JobPauses;
  readonly sessions: Pick<SessionIndex, 'get'>;
}

/** The desk's own tools and turns. No other feature may use their names. */
export function deskFeature(deps: DeskFeatureDeps): Feature {
  return {
    name: 'desk',
    profiles: {
      reminder: {
        forJobs: {
          about: { en: 'does what the message says (the usual one)', zh: '照訊息做事（一般用這個）' },
          words: ANY_WORDS,
        },
      },
      chat: { forJobs: { about: { en: 'as in a conversation', zh: '如同對話' }, words: ANY_WORDS } },
    },
    tasks: [deps.pauses.handler],
    tools: [...noteTools(deps), ...jobTools({ ...deps, guildOf: guildsIn(deps.sessions) })],
  };
}
