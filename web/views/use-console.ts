import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Console } from '../state/console.ts';

export const ConsoleContext = createContext<Console | null>(null);

/** @throws outside the console, which is a fault of whoever wrote it. */
export function useConsole(): Console {
  const console = useContext(ConsoleContext);
  if (!console) throw new Error('there is no console around this component');
  return console;
}
