import type { CommandDeclaration, Locale } from '../feature/command.ts';

/**
 * What commands and their options are called in Chinese, as they declare it. The English names are the ones that everything
 * else knows: a channel that shows these maps them back by itself.
 */
export class ChineseNames {
  /** By the English names, groups of commands included: "cron" and "cron add". */
  readonly #commands = new Map<string, string>();
  readonly #optionsOf = new Map<string, ReadonlyMap<string, string>>();
  readonly #options = new Map<string, string>();
  /** A command that is named in a text, with options behind it as they are typed. */
  readonly #named: RegExp;

  constructor(commands: readonly CommandDeclaration[]) {
    for (const { name, chinese, options } of commands) {
      if (chinese === undefined) continue;
      this.#commands.set(groupOf(name), groupOf(chinese)).set(name, chinese);
      const named = options.flatMap((one) => (one.chinese ? [[one.name, one.chinese] as const] : []));
      this.#optionsOf.set(name, new Map(named));
      for (const [option, words] of named) if (!this.#options.has(option)) this.#options.set(option, words);
    }
    const names = [...this.#commands.keys()].toSorted((a, b) => b.length - a.length); // the longest first
    this.#named = new RegExp(
      `(?<![\\w/.])/(${names.join('|')})(?![-\\w/])((?: [a-z]+:[^\\s\`，。]*)*)`,
      'gu',
    );
  }

  /** A text in which commands and their options are named as they are called in Chinese: `/story why` is `/報道 為何選用`. */
  within(text: string): string {
    if (this.#commands.size === 0) return text;
    const named = text.replaceAll(this.#named, (_, command: string, given: string) => {
      const options = given.replaceAll(
        /([a-z]+):/g,
        (_, option: string) => `${this.#option(option, command)}:`,
      );
      return `/${this.#commands.get(command) ?? command}${options}`;
    });
    return named.replaceAll(CHOSEN, (whole, quoted: string | undefined, typed: string | undefined) => {
      const name = quoted ?? typed ?? '';
      return whole.replace(name, this.#option(name));
    });
  }

  /** A text for a reader of this language. */
  for(text: string, locale: Locale): string {
    return locale === 'zh' ? this.within(text) : text;
  }

  /**
   * The same in the lines of a text that are written in Chinese: who reads it knows the commands by those names. What is
   * quoted, or stands in bold, doesn't count: it may be in any language.
   */
  inItsLanguage(text: string): string {
    return text
      .split('\n')
      .map((line) => (isChinese(line.replaceAll(QUOTED, '')) ? this.within(line) : line))
      .join('\n');
  }

  #option(name: string, command = ''): string {
    return this.#optionsOf.get(command)?.get(name) ?? this.#options.get(name) ?? name;
  }
}

/** "cron" of "cron add", in either language. */
export function groupOf(name: string): string {
  return name.split(' ')[0] ?? name;
}

function isChinese(words: string): boolean {
  return (words.match(/\p{Script=Han}/gu) ?? []).length >= LEAST_HAN;
}

const LEAST_HAN = 2;
const QUOTED = /「[^」]*」|“[^”]*”|"[^"]*"|\*\*[^*]*\*\*/gu;
/** An option that one is told to choose, or to leave out. */
const CHOSEN = /(?<=[選填])(?:「([a-z]+)」| ([a-z]+):(?=True|true))/gu;
