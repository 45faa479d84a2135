/** What happens to the process of a desk. */
import { wait } from '../stage.ts';
import type { Fault, Stage } from '../stage.ts';

export const processFaults: readonly Fault[] = [
  { name: 'SIGKILL', strike: async (stage) => aDesk(stage).signal('SIGKILL') },
  {
    name: 'SIGTERM',
    strike: async (stage) => {
      const desk = aDesk(stage);
      desk.signal('SIGTERM');
      if (!stage.chance.happens(0.3)) return;
      // Whoever is in a hurry doesn't wait for its end.
      await wait(stage.chance.between(50, 1_500), stage.over);
      desk.signal('SIGKILL');
    },
  },
  {
    name: 'SIGSTOP',
    strike: async (stage) => {
      const desk = aDesk(stage);
      desk.signal('SIGSTOP');
      await wait(stage.chance.between(200, 6_000), stage.over);
      desk.signal('SIGCONT');
    },
  },
];

function aDesk({ keepers, chance }: Stage) {
  return chance.one(keepers);
}
