/** The console and the terminal as channel modules: always available, connected through the gateway. */
import type { ChannelModule } from '../channel.ts';
import { consoleOutbox } from './console-outbox.ts';
import { CONSOLE, TERMINAL } from './traits.ts';

const isSetUp = () => true;

export const consoleChannel: ChannelModule<unknown> = { traits: CONSOLE, isSetUp, outbox: consoleOutbox };
export const terminalChannel: ChannelModule<unknown> = { traits: TERMINAL, isSetUp, outbox: consoleOutbox };
