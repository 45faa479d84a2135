import { describe, expect, it } from 'vitest';
import { ChineseNames, groupOf } from '../../src/commands/chinese-names.ts';
import { commandPayloads } from '../../src/channels/discord/command-payload.ts';
import type { CommandDeclaration } from '../../src/feature/command.ts';
import { commandList } from '../../src/main/features.ts';

const commands = commandList();
const typed = commands.filter(({ onMessage }) => !onMessage);
const names = new ChineseNames(commands);
/** What Discord takes for a name: lower case letters of any script, at most 32. */
const NAME = /^[-_\p{L}\p{N}]{1,32}$/u;

describe('names in Chinese', () => {
  it('are there for every command, its group and its options, as Discord takes them', () => {
    for (const { name, chinese = '', options } of typed) {
      const words = chinese.split(' ');
      expect(words, name).toHaveLength(name.split(' ').length);
      for (const one of [...words, ...options.map((option) => option.chinese)]) {
        expect(one, name).toMatch(NAME);
        expect(one, name).toMatch(/\p{Script=Han}/u);
        expect(one).toBe(one?.toLowerCase());
      }
    }
  });

  it('name one thing each: groups, commands of a group, options of a command', () => {
    const pairs = new Set(typed.map(({ name, chinese = '' }) => `${groupOf(name)} ${groupOf(chinese)}`));
    const groups = new Set(typed.map(({ name }) => groupOf(name)));
    expect(pairs.size).toBe(groups.size);
    expect(new Set(typed.map(({ chinese = '' }) => groupOf(chinese))).size).toBe(groups.size);
    expect(new Set(typed.map(({ chinese }) => chinese)).size).toBe(typed.length);
    for (const { name, options } of typed)
      expect(new Set(options.map(({ chinese }) => chinese)).size, name).toBe(options.length);
  });

  it('are declared by whoever brings the command, a feature of its own too', () => {
    const tide: CommandDeclaration = {
      ...{ name: 'tide now', chinese: '潮汐 現在', right: 'talk', ephemeral: true },
      description: { en: 'The tide', zh: '潮汐' },
      options: [{ name: 'place', chinese: '地點', type: 'string', description: { en: 'Where', zh: '哪裡' } }],
    };
    expect(new ChineseNames([...commands, tide]).within('可用 `/tide now place:大澳`。')).toBe(
      '可用 `/潮汐 現在 地點:大澳`。',
    );
    expect(names.within('可用 `/tide now place:大澳`。')).toBe('可用 `/tide now place:大澳`。');
    const [payload] = commandPayloads([tide], { scope: 'guild', editorRoles: false });
    expect(payload).toMatchObject({
      name_localizations: { 'zh-TW': '潮汐' },
      options: [{ name_localizations: { 'zh-TW': '現在' } }],
    });
  });

  it('stand in what readers of Chinese are told to type, and nothing else changes', () => {
    expect(names.within('可用 /story why 查看，或 `/story correct story:run-1/a text:…`。')).toBe(
      '可用 /報道 為何選用 查看，或 `/報道 更正 報道:run-1/a 內容:…`。',
    );
    expect(names.within('還有 2 項：`/cron list page:2`；/help 會列出。')).toBe(
      '還有 2 項：`/定時工作 列表 頁:2`；/說明 會列出。',
    );
    expect(names.within('可在 /story write 選「update」，或選 again:True；請不要填「until」。')).toBe(
      '可在 /報道 訂稿 選「更新」，或選 重新訂稿:True；請不要填「直至」。',
    );
    for (const text of ['https://example.org/story/why', '/storybook', '/cronjob', '/story-why'])
      expect(names.within(text)).toBe(text);
  });

  it('stand in the Chinese lines of what the desk says, and in no others', () => {
    expect(names.inItsLanguage('其他失敗的報道：/story retry。\nThe others that failed: /story retry.')).toBe(
      '其他失敗的報道：/報道 重試。\nThe others that failed: /story retry.',
    );
    // What is quoted, or a title, makes no line Chinese.
    for (const text of [
      'Held: **渡輪罷工**. /story approve posts it.',
      '“海底隧道封閉” waits; see /story why.',
    ])
      expect(names.inItsLanguage(text)).toBe(text);
  });
});
