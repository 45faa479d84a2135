import type { CommandDeclaration, Locale } from '../feature/command.ts';

/**
 * The Chinese names of commands and their options, as they declare them. All other code uses the English names; a
 * channel that shows Chinese ones maps them back.
 */
export class ChineseNames {
  /** By the English names, groups of commands included: "cron" and "cron add". */
  readonly #commands = new Map<string, string>();
  readonly #optionsOf = new Map<string, ReadonlyMap<string, string>>();
  readonly #options = new Map<string, string>();
  /** Matches a command in a text, with typed options behind it. */
  readonly #named: RegExp;

  constructor(commands: readonly CommandDeclaration[]) {
    for (const { name, chinese, options } of commands) {
      if (chinese === undefined) continue;
      this.#commands.set(groupOf(name), groupOf(chinese)).set(name, chinese);
      const named = options.flatMap((one) => (one.chinese ? [[one.name, one.chinese] as const] : []));
      this.#optionsOf.set(name, new Map(named));
      for (const [option, words] of named) if (!this.#options.has(option)) this.#options.set(option, words);
    }
    const names = [...this.#commands.keys()].toSorted((a, b) => b.length - a.length); // The longest first.
    this.#named = new RegExp(
      `(?<![\\w/.])/(${names.join('|')})(?![-\\w/])((?: [a-z]+:[^\\s\`，。]*)*)`,
      'gu',
    );
  }

  /** A text with the Chinese names of commands and options: `/story why` becomes `/報道 為何選用`. */
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
   * Replaces the names only in lines written in Chinese. Quoted and bold text doesn't count for a line's language,
   * because it may be in any.
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
/** An option that the text says to choose or to leave out. */
const CHOSEN = /(?<=[選填])(?:「([a-z]+)」| ([a-z]+):(?=True|true))/gu;
