/**
 * How soon a desk is ready again that was killed amid its work, over a start on the same home after a proper end. Before each
 * end people in many sessions ask at once.
 */
import { once } from 'node:events';
import { startDesk } from '../test/support/desk-process.ts';
import type { Running } from '../test/support/desk-process.ts';
import { median, withHome } from './figures.ts';
import type { Row } from './row.ts';

const KILLS = 20;
const SESSIONS = 40;
/** The kills are spread over this time after the messages. */
const WITHIN_MS = 600;

export const benchReadyAfterKill = (): Promise<Row[]> =>
  withHome(async (home) => {
    const start = () => startDesk(home, { LOG_LEVEL: 'warn', NIGHTDESK_CHECK_RESULTS: '' });
    const [killed, ended]: [number[], number[]] = [[], []];
    let desk = await start();
    for (let n = 0; n < KILLS; n++) {
      await work(desk, n);
      await new Promise((resolve) => setTimeout(resolve, (WITHIN_MS * n) / KILLS));
      const gone = once(desk.child, 'exit');
      desk.child.kill('SIGKILL');
      await gone;
      desk = await start();
      killed.push(desk.readyMs);
      await work(desk, n);
      await desk.stop();
      desk = await start();
      ended.push(desk.readyMs);
    }
    await desk.stop();
    const ratios = killed.map((ms, n) => ms / ended[n]!);
    const row = (what: string, value: number, unit = 'ms', goal = ''): Row => ({ what, value, unit, goal });
    return [
      row('ready after SIGTERM, median of 20', median(ended)),
      row('the same, most', Math.max(...ended)),
      row('ready after SIGKILL amid work, median of 20', median(killed)),
      row('the same, most', Math.max(...killed)),
      row('SIGKILL over SIGTERM, median against median', median(killed) / median(ended), 'times', '≤ 2'),
      row('one over the next, most', Math.max(...ratios), 'times'),
    ];
  });

/** People ask in many sessions at once; some are being answered, others wait, when the desk ends. */
async function work(desk: Running, round: number): Promise<void> {
  await Promise.all(
    Array.from({ length: SESSIONS }, (_, n) =>
      desk.rpc('chat.send', {
        sessionKey: `console:people-${n}`,
        text: `What is paused, and what comes next? (${round})`,
        author: { name: 'Ann' },
      }),
    ),
  );
}
