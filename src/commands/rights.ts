import { may } from '../sessions/actor.ts';
import type { Actor, Right } from '../sessions/actor.ts';
import { CommandRefusal } from '../feature/command.ts';
import type { Locale } from '../feature/command.ts';

const MISSING: Readonly<Record<Right, Readonly<Record<Locale, string>>>> = {
  talk: {
    en: 'the desk does not answer you here; ask an editor to add you',
    zh: '編輯台在這裡不回應你，請編輯把你加入名單',
  },
  jobs: {
    en: "it needs an editor's role, or the permission to manage this channel",
    zh: '需要編輯的身分組，或管理這個頻道的權限',
  },
  desk: {
    en: 'it concerns the whole desk and needs the permission to manage the server',
    zh: '這關乎整個編輯台，需要管理伺服器的權限',
  },
};

/** @throws CommandRefusal that names the missing right. */
export function mustBeAllowed(actor: Actor, right: Right, command: string, locale: Locale): void {
  if (may(actor, right)) return;
  const missing = MISSING[right][locale];
  throw new CommandRefusal(
    {
      en: `${actor.name}, you may not use /${command}: ${missing}.`,
      zh: `${actor.name}，你不能使用 /${command}：${missing}。`,
    }[locale],
  );
}
