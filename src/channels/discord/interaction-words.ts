/** What people are told in their language when their press or command did nothing. */
import type { Guild, Interaction } from 'discord.js';
import type { Bilingual, Locale } from '../../time/locale.ts';

/** Discord's code for Traditional Chinese is zh-TW; readers of zh-CN get that rather than English. */
export function localeOf({ locale }: Interaction): Locale {
  return locale.startsWith('zh') ? 'zh' : 'en';
}

/** A server's language: Chinese where its preferred locale is Chinese, else English. */
export function localeOfGuild(guild: Guild | undefined): Locale {
  return guild?.preferredLocale.startsWith('zh') ? 'zh' : 'en';
}

/** Why a message is not taken in. */
export function sayUntaken(because: Bilingual, locale: Locale): string {
  return { en: `I can't take this. ${because.en}`, zh: `我未能接收這則訊息。${because.zh}` }[locale];
}

/** What somebody says who mentions the desk and adds nothing. */
export const CALLED: Bilingual = { en: 'hello', zh: '你好' };

export const SAID = {
  unknown: {
    en: 'This desk has no such command any more. /help lists those there are.',
    zh: '編輯台已沒有這個指令。/help 會列出現有指令。',
  },
  forged: {
    en: 'This button is not of this desk, or was meant for somebody else or another channel. Use the command itself.',
    zh: '這個按鈕不屬於這個編輯台，或是給其他人、其他頻道的。請直接使用指令。',
  },
  expired: {
    en: 'This question is more than ten minutes old. Use the command again.',
    zh: '這個問題已超過十分鐘，請重新使用指令。',
  },
  'old form': {
    en: 'This form lay open for more than an hour, and nothing was done. Use the command again.',
    zh: '這份表格已開啟超過一小時，沒有任何改動。請重新使用指令。',
  },
  forgotten: {
    en: 'The desk was restarted since it asked this, and nothing was done. Use the command again.',
    zh: '編輯台提出這個問題後曾重新啟動，沒有任何改動。請重新使用指令。',
  },
  answered: {
    en: 'You have answered this already.',
    zh: '你已經回答了這個問題。',
  },
  kept: { en: 'Nothing was changed.', zh: '沒有任何改動。' },
  failed: {
    en: 'Something failed on the side of the desk. Try again; the log says more.',
    zh: '編輯台出了錯。請再試一次；詳情見記錄。',
  },
  'not here': {
    en: 'This desk does not serve this server. Ask its operator to add it to DISCORD_ALLOWED_GUILDS.',
    zh: '編輯台不服務這個伺服器。請管理人把它加入 DISCORD_ALLOWED_GUILDS。',
  },
  'no direct messages': {
    en: 'The desk answers direct messages of people on its list only (DISCORD_DM_ALLOWLIST). Use it in a channel.',
    zh: '編輯台只回覆名單上的人的私訊（DISCORD_DM_ALLOWLIST）。請在頻道中使用。',
  },
} as const satisfies Record<string, Record<Locale, string>>;
