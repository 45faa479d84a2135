import { describe, expect, it } from 'vitest';
import {
  chineseCommand,
  chineseOption,
  inItsLanguage,
  withChineseNames,
} from '../../src/commands/chinese-names.ts';
import { commandList } from '../../src/main/command-list.ts';

const commands = commandList();
const typed = commands.filter(({ onMessage }) => !onMessage);
/** What Discord takes for a name: lower case letters of any script, at most 32. */
const NAME = /^[-_\p{L}\p{N}]{1,32}$/u;

describe('names in Chinese', () => {
  it('are there for every command, its group and its options, as Discord takes them', () => {
    for (const { name, options } of typed)
      for (const chinese of [
        chineseCommand(name.split(' ')[0]!),
        chineseCommand(name),
        ...options.map((option) => chineseOption(option.name)),
      ]) {
        expect(chinese, name).toMatch(NAME);
        expect(chinese, name).toMatch(/\p{Script=Han}/u);
        expect(chinese).toBe(chinese?.toLowerCase());
      }
  });

  it('name one thing each: groups, commands of a group, options of a command', () => {
    const groups = new Set(typed.map(({ name }) => name.split(' ')[0]!));
    expect(new Set([...groups].map(chineseCommand)).size).toBe(groups.size);
    for (const group of groups) {
      const below = typed.filter(({ name }) => name.startsWith(`${group} `));
      expect(new Set(below.map(({ name }) => chineseCommand(name))).size, group).toBe(below.length);
    }
    for (const { name, options } of typed)
      expect(new Set(options.map((option) => chineseOption(option.name))).size, name).toBe(options.length);
  });

  it('stand in what readers of Chinese are told to type, and nothing else changes', () => {
    expect(withChineseNames('可用 /story why 查看，或 `/story correct story:run-1/a text:…`。')).toBe(
      '可用 /報道 為何選用 查看，或 `/報道 更正 報道:run-1/a 內容:…`。',
    );
    expect(withChineseNames('還有 2 項：`/cron list page:2`；/help 會列出。')).toBe(
      '還有 2 項：`/定時工作 列表 頁:2`；/說明 會列出。',
    );
    expect(withChineseNames('可在 /story write 選「update」，或選 again:True；請不要填「until」。')).toBe(
      '可在 /報道 訂稿 選「更新」，或選 重新訂稿:True；請不要填「直至」。',
    );
    for (const text of ['https://example.org/story/why', '/storybook', '/cronjob', '/story-why'])
      expect(withChineseNames(text)).toBe(text);
  });

  it('stand in the Chinese lines of what the desk says, and in no others', () => {
    expect(inItsLanguage('其他失敗的報道：/story retry。\nThe others that failed: /story retry.')).toBe(
      '其他失敗的報道：/報道 重試。\nThe others that failed: /story retry.',
    );
    // What is quoted, or a title, makes no line Chinese.
    for (const text of [
      'Held: **渡輪罷工**. /story approve posts it.',
      '“海底隧道封閉” waits; see /story why.',
    ])
      expect(inItsLanguage(text)).toBe(text);
  });
});
