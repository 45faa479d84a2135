// A real desk that dies by its own hand: SIGKILL at one call of one port, before or after it took effect.
// KILL_AT="turns.commit#2:after" names the store, the method, which call of it, and when. CHANNEL_FILE names the
// file that takes the console's place as a channel. When it is ready it says its address on stdout.
import { startDesk } from '../../dist/modules/main/index.js';
import { consoleOutbox } from '../../dist/modules/channels/console/console-outbox.js';
import { readConfig } from '../../dist/modules/config/read-config.js';
import { fileChannel } from './channel.js';

const [, store, method, count, moment] =
  /^(\w+)\.(\w+)#(\d+):(before|after)$/.exec(process.env.KILL_AT ?? '') ?? [];

/** The stores as they are, but for the one method that kills. */
function deadly(stores) {
  if (store === undefined) return stores;
  const target = stores[store];
  if (typeof target?.[method] !== 'function') throw new Error(`there is no ${store}.${method} to die at`);
  let calls = 0;
  const wrapped = new Proxy(target, {
    get(real, name) {
      const value = real[name];
      if (typeof value !== 'function') return value;
      if (name !== method) return value.bind(real);
      return async (...args) => {
        calls += 1;
        const now = calls === Number(count);
        if (now && moment === 'before') process.kill(process.pid, 'SIGKILL');
        const result = await value.apply(real, args);
        if (now) process.kill(process.pid, 'SIGKILL');
        return result;
      };
    },
  });
  return { ...stores, [store]: wrapped };
}

// The desk takes no outbox from outside, so the one that it has becomes the channel.
if (process.env.CHANNEL_FILE) Object.assign(consoleOutbox, fileChannel(process.env.CHANNEL_FILE));

// Others see that it is ready before startDesk resolves, and may stop it then.
const stopped = new Promise((resolve) => process.on('SIGTERM', resolve));
const { config } = readConfig(process.env, process.cwd());
const desk = await startDesk({ config, stores: deadly });
void stopped.then(() => desk.stop());
console.log(desk.address);
await desk.closed;
