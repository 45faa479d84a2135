/** What Discord does to whoever speaks to it: each for some seconds, then it is well again. */
import type { Match } from '../../support/discord/request-faults.ts';
import type { Faults } from '../../support/discord/faults.ts';
import { wait } from '../stage.ts';
import type { Fault } from '../stage.ts';

const WRITES = /\/channels\//u;

export const discordFaults: readonly Fault[] = [
  ofRequests('Discord 429', (faults, some) => faults.tooManyRequests(1, some({ method: 'POST' }))),
  ofRequests('Discord 429 for all', (faults, some) =>
    faults.tooManyRequests(2, { ...some({}), times: 1 }, { global: true }),
  ),
  ofRequests('Discord 503', (faults, some) => faults.answer(503, some({ route: WRITES }))),
  ofRequests('Discord 500 for readers', (faults, some) => faults.answer(500, some({ method: 'GET' }))),
  ofRequests('Discord 502, done', (faults, some) =>
    faults.applyThenAnswer(502, some({ method: 'POST', route: WRITES })),
  ),
  ofRequests('Discord lost an acknowledgement', (faults, some) =>
    faults.loseAcknowledgement(some({ route: WRITES })),
  ),
  ofRequests('Discord broke a connection', (faults, some) => faults.cut(some({}))),
  ofRequests('Discord was late', (faults, some) =>
    faults.applyLate(some({ method: 'POST', route: WRITES }), 300),
  ),
  ofRequests('Discord slow', (faults, some) => faults.slow(4_000, some({ route: WRITES }))),
  ofRequests('Discord dropped sockets', (faults) => faults.dropSocketsEvery(900)),
  ofRequests(
    'Discord was away',
    (faults) => faults.refuseConnections(),
    (faults) => faults.acceptConnections(),
  ),
  ofRequests('Discord forgot the session', (faults) => faults.invalidateSession()),
  ofRequests('Discord asked to reconnect', (faults) => faults.askToReconnect()),
  ofRequests(
    'Discord fell silent',
    (faults) => faults.silenceGateway(),
    (faults) => faults.letGatewaySpeak(),
  ),
  ofRequests(
    'Discord lost what was said',
    (faults) => faults.silenceGateway({ lose: true }),
    (faults) => {
      faults.letGatewaySpeak();
      // Who listened begins anew, is told nothing of it, and has to look.
      faults.invalidateSession();
    },
  ),
];

function ofRequests(
  name: string,
  begin: (faults: Faults, some: (match: Match) => Match) => void,
  end: (faults: Faults) => void = () => {},
): Fault {
  return {
    name,
    strike: async ({ scene, chance, over }) => {
      const { faults } = scene.discord;
      const seed = chance.between(1, 1_000_000);
      begin(faults, (match) => ({ ...match, probability: 0.2 + 0.6 * chance.next(), seed }));
      await wait(chance.between(500, 8_000), over);
      faults.clear();
      end(faults);
    },
  };
}
