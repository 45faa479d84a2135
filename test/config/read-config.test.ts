import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConfigError } from '../../src/config/config-error.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { SETTINGS } from '../../src/config/settings.ts';
import { whole } from '../../src/config/value-forms.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'nightdesk-config-'));
});
afterEach(() => rmSync(home, { recursive: true }));

function refusal(env: Record<string, string>): ConfigError {
  try {
    readConfig(env, home);
  } catch (error) {
    if (error instanceof ConfigError) return error;
  }
  throw new Error('nothing was refused');
}

describe('reading the settings', () => {
  it('needs none: an empty environment is the sample edition on loopback', () => {
    const { config, warnings } = readConfig({}, home);
    expect(warnings).toEqual([]);
    expect(config).toMatchObject({
      home,
      edition: 'sample',
      skipCron: false,
      mainSession: 'main',
      unified: false,
      maxConcurrentRuns: 4,
      keep: { days: 30, runs: 2_000 },
      sendTries: 8,
      gateway: { host: '127.0.0.1', port: 18_790 },
      gemini: { keys: [] },
      openai: {},
      fetchAllowPrivate: [],
      logLevel: 'info',
    });
    expect(config.paths.database).toBe(join(home, 'data', 'nightdesk.sqlite3'));
    expect('token' in config.gateway).toBe(false);
  });

  it('takes UTC, and says so, where the machine has no time zone by name', () => {
    const resolved = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions');
    try {
      for (const timeZone of [undefined, 'Etc/Unknown']) {
        resolved.mockReturnValue({ timeZone } as Intl.ResolvedDateTimeFormatOptions);
        const { config, warnings } = readConfig({ TZ: ':/etc/localtime' }, home);
        expect(config.zone).toBe('UTC');
        expect(warnings).toEqual([
          'TZ is ":/etc/localtime", no time zone by name: times are in UTC; set NIGHTDESK_TZ, such as Europe/London',
        ]);
        const set = readConfig({ NIGHTDESK_TZ: 'Asia/Hong_Kong' }, home);
        expect([set.config.zone, set.warnings]).toEqual(['Asia/Hong_Kong', []]);
      }
    } finally {
      resolved.mockRestore();
    }
  });

  it('takes no token that could be guessed, and never shows one', () => {
    const { message } = refusal({ GATEWAY_TOKEN: 'hunter2-hunter2-hunter2-hunter2' });
    expect(message).toMatch(/GATEWAY_TOKEN.*31 characters.*at least 32/);
    expect(message).not.toContain('hunter2');
    const token = 'x'.repeat(32);
    expect(readConfig({ GATEWAY_TOKEN: token }, home).config.gateway.token).toBe(token);
    expect(refusal({ GATEWAY_TOKEN: SETTINGS.GATEWAY_TOKEN.example }).message).toMatch(
      /GATEWAY_TOKEN is not shown .*not the example of \.env\.example/,
    );
  });

  it('takes no mail server whose password ends its address, and never shows one', () => {
    for (const rest of ['desk:pa#ss@', 'desk:12#34@', 'desk:12/34@', 'desk:12?34@', 'desk:pa']) {
      const { message } = refusal({ SMTP_URL: `smtp://${rest}mail.example.org:587` });
      expect(message, rest).toMatch(/^SMTP_URL is not shown \(\d+ characters\); allowed: .*# is written %23/);
    }
    for (const smtpUrl of ['smtp://[::1]:25', 'smtps://desk:pa%23ss@mail.example.org/?requireTLS=false'])
      expect(readConfig({ SMTP_URL: smtpUrl }, home).config.mail?.smtpUrl).toBe(smtpUrl);
  });

  it('takes no sender without a mailbox', () => {
    for (const given of ['nobody', 'Desk <nobody>', 'desk@'])
      expect(refusal({ SMTP_FROM: given }).message).toBe(
        `SMTP_FROM is "${given}"; allowed: an e-mail address, such as desk@example.org or The Desk <desk@example.org>`,
      );
    for (const from of ['desk@example.org', 'The Desk <desk@localhost>']) {
      const { config } = readConfig({ SMTP_URL: 'smtp://127.0.0.1', SMTP_FROM: from }, home);
      expect(config.mail?.from).toBe(from);
    }
  });

  it('reads a leading ~ as the home folder of the user, and refuses that of another user', () => {
    const read = (env: Record<string, string>) => readConfig(env, home).config;
    expect(read({ NIGHTDESK_HOME: '~/no-such-desk' }).home).toBe(join(homedir(), 'no-such-desk'));
    expect(read({ NIGHTDESK_EDITION: '~/our.json' }).edition).toBe(join(homedir(), 'our.json'));
    expect(read({ NIGHTDESK_HOME: './~', NIGHTDESK_EDITION: 'a~b' })).toMatchObject({
      home: join(home, '~'),
      edition: 'a~b',
    });
    for (const name of ['NIGHTDESK_HOME', 'NIGHTDESK_EDITION'])
      expect(refusal({ [name]: '~ann/desk' }).message).toBe(
        `${name} is "~ann/desk"; allowed: a name or a path; a leading ~/ is your home folder, and another user's is written out`,
      );
  });

  it('names a main session that can be none', () => {
    for (const given of ['123456789012345678', 'discord', 'discord:'])
      expect(refusal({ NIGHTDESK_MAIN_SESSION: given }).message).toBe(
        `NIGHTDESK_MAIN_SESSION is "${given}"; allowed: main, or the key of a conversation, <channel>:<id>`,
      );
    for (const key of ['main', 'unified:default', 'discord:123456789012345678'])
      expect(readConfig({ NIGHTDESK_MAIN_SESSION: key }, home).config.mainSession).toBe(key);
  });

  it('takes the address of a proxy as its pages name it, and none with a path', () => {
    const url = (GATEWAY_URL: string) => readConfig({ GATEWAY_URL }, home).config.gateway.url;
    expect(url('https://desk.example.org/')).toBe('https://desk.example.org');
    expect(url('HTTPS://Desk.Example.org:443')).toBe('https://desk.example.org');
    expect(url('http://desk.example.org:8080')).toBe('http://desk.example.org:8080');
    for (const given of ['https://desk.example.org/desk', 'https://ann@desk.example.org', 'desk.example.org'])
      expect(refusal({ GATEWAY_URL: given }).message).toMatch(/GATEWAY_URL.*without a path/);
  });

  it('shows the gateway to others only with a token that was set', () => {
    const token = 'x'.repeat(32);
    for (const host of [
      '0.0.0.0',
      '::',
      '192.168.1.5',
      'desk.example',
      '127.0.0.1.evil.example',
      'localhost.evil.example',
    ]) {
      expect(refusal({ GATEWAY_HOST: host }).message, host).toMatch(/GATEWAY_HOST.*with GATEWAY_TOKEN set/);
      expect(readConfig({ GATEWAY_HOST: host, GATEWAY_TOKEN: token }, home).config.gateway.host).toBe(host);
    }
    for (const host of ['127.0.0.1', '127.1.2.3', '::1', 'localhost'])
      expect(readConfig({ GATEWAY_HOST: host }, home).config.gateway.host).toBe(host);
  });

  it('reads lists, switches and numbers', () => {
    const { config } = readConfig(
      {
        NIGHTDESK_TZ: 'Asia/Hong_Kong',
        NIGHTDESK_SKIP_CRON: '1',
        GATEWAY_PORT: '0',
        GEMINI_API_KEYS: 'one, two,',
        DISCORD_DM_ALLOWLIST: '12, 34',
        FETCH_ALLOW_PRIVATE: '127.0.0.1:8080,[::1]:9',
        OPENAI_BASE_URL: 'http://127.0.0.1:1234/v1/',
      },
      home,
    );
    expect(config.zone).toBe('Asia/Hong_Kong');
    expect(config.skipCron).toBe(true);
    expect(config.gateway.port).toBe(0);
    expect(config.gemini.keys).toEqual(['one', 'two']);
    expect(config.discord.dmAllowlist).toEqual(['12', '34']);
    expect(config.fetchAllowPrivate).toEqual(['127.0.0.1:8080', '[::1]:9']);
    expect(config.openai.baseUrl).toBe('http://127.0.0.1:1234/v1');
  });

  it('allows all hosts of a private domain, as docs/inputs.md says', () => {
    const given = '*.intranet.example:443, *.localhost:8080';
    const { config } = readConfig({ FETCH_ALLOW_PRIVATE: given }, home);
    expect(config.fetchAllowPrivate).toEqual(['*.intranet.example:443', '*.localhost:8080']);
    for (const bad of ['*:443', '*intranet.example:443', 'a.*.example:443', '*.intranet.example'])
      expect(refusal({ FETCH_ALLOW_PRIVATE: bad }).message).toBe(
        `FETCH_ALLOW_PRIVATE is "${bad}"; allowed: host:port or *.domain:port, comma-separated`,
      );
  });

  it("takes the base of Discord's API with its version, which the desk adds itself", () => {
    const base = (DISCORD_API_BASE: string) => readConfig({ DISCORD_API_BASE }, home).config.discord.apiBase;
    for (const given of [
      'https://discord.com/api',
      'https://discord.com/api/v10',
      'https://discord.com/api/v10/',
    ])
      expect(base(given)).toBe('https://discord.com/api');
    expect(base('http://127.0.0.1:8080')).toBe('http://127.0.0.1:8080');
  });

  it('takes a database whose certificate is in a file', () => {
    const url =
      'postgres://desk:pa%2Fss@db.example.org:5432/news?sslmode=verify-full&sslrootcert=/etc/ssl/db.pem';
    expect(readConfig({ DATABASE_URL: url }, home).config.databaseUrl).toBe(url);
    for (const bad of [
      'postgres://db.example.org',
      'postgres://db.example.org/',
      'postgres://a/b/c',
      'mysql://a/b',
    ])
      expect(refusal({ DATABASE_URL: bad }).message, bad).toContain('allowed: postgres://');
  });

  it('names every bad variable at once, with what is allowed', () => {
    const { bad, message } = refusal({
      NIGHTDESK_TZ: 'Mars/Base',
      GATEWAY_PORT: '99999',
      LOG_LEVEL: 'loud',
      DISCORD_SHARDS: '0',
    });
    expect(bad.map(({ name }) => name)).toEqual([
      'NIGHTDESK_TZ',
      'GATEWAY_PORT',
      'DISCORD_SHARDS',
      'LOG_LEVEL',
    ]);
    expect(message).toContain('DISCORD_SHARDS is "0"; allowed: auto, or a whole number from 1 to 100');
    expect(message).toContain('NIGHTDESK_TZ is "Mars/Base"; allowed: an IANA time zone');
    expect(message).toContain('GATEWAY_PORT is "99999"; allowed: a whole number from 0 to 65535');
  });

  it('never shows a secret, not even a bad one', () => {
    const { message } = refusal({ DISCORD_TOKEN: 'very secret token', GEMINI_API_KEYS: 'also secret' });
    expect(message).not.toContain('secret');
    expect(message).toContain('DISCORD_TOKEN is not shown (17 characters)');
  });

  it('refuses one memory for several guilds', () => {
    const { message } = refusal({ NIGHTDESK_UNIFIED_SESSION: '1', DISCORD_ALLOWED_GUILDS: '1,2' });
    expect(message).toContain('NIGHTDESK_UNIFIED_SESSION');
  });

  it('warns of unknown names and says which one was probably meant', () => {
    const { warnings } = readConfig({ NIGHTDESK_SKIPCRON: '1', HOMEBREW: 'x' }, home);
    expect(warnings).toEqual([
      'NIGHTDESK_SKIPCRON is no setting of the desk and is ignored; the nearest is NIGHTDESK_SKIP_CRON',
    ]);
  });

  it('reads .env in the home; the environment wins, and an empty variable does not count', () => {
    writeFileSync(
      join(home, '.env'),
      '# ours\nGATEWAY_PORT=1111\nLOG_LEVEL="debug"\nNIGHTDESK_EDITION=uk-hk\n',
    );
    const { config } = readConfig({ GATEWAY_PORT: '2222', NIGHTDESK_EDITION: '' }, home);
    expect(config.gateway.port).toBe(2222);
    expect(config.logLevel).toBe('debug');
    expect(config.edition).toBe('uk-hk');
  });

  it('reads the first setting of a .env that begins with a byte order mark', () => {
    writeFileSync(join(home, '.env'), '\ufeffNIGHTDESK_TZ=Asia/Hong_Kong\nLOG_LEVEL=debug\n');
    const { config, warnings } = readConfig({}, home);
    expect(config.zone).toBe('Asia/Hong_Kong');
    expect(config.logLevel).toBe('debug');
    expect(warnings).toEqual([]);
  });

  it('says where a bad value of a setting of somebody’s own stands', () => {
    writeFileSync(join(home, '.env'), 'PARROT_PORT=all\n');
    const { config } = readConfig({}, home);
    const table = { PARROT_PORT: { meaning: '', fallback: '', example: '1', form: whole(1, 9) } };
    expect(() => config.own(table)).toThrow(
      `PARROT_PORT is "all" in ${join(home, '.env')}; allowed: a whole`,
    );
  });

  it('says which of two places has a bad value, and takes a blank one of the environment for none', () => {
    const file = join(home, '.env');
    writeFileSync(file, 'GATEWAY_PORT=18790\nLOG_LEVEL=loud\nNIGHTDESK_EDITION=uk-hk\n');
    const { message } = refusal({ GATEWAY_PORT: '99999', DISCORD_SHARDS: '0' });
    expect(message.split('\n')).toEqual([
      expect.stringMatching(
        /^GATEWAY_PORT is "99999" in the environment, which counts before \.env; allowed: /,
      ),
      expect.stringMatching(/^DISCORD_SHARDS is "0"; allowed: /),
      expect.stringContaining(`LOG_LEVEL is "loud" in ${file}; allowed: one of fatal`),
    ]);
    writeFileSync(file, 'NIGHTDESK_EDITION=uk-hk\n');
    expect(readConfig({ NIGHTDESK_EDITION: ' ' }, home).config.edition).toBe('uk-hk');
  });

  it('reads a .env that people wrote with tabs and Windows line ends', () => {
    writeFileSync(
      join(home, '.env'),
      '\tDISCORD_TOKEN=a.b.c\t\r\nexport  GATEWAY_PORT\t=\t2222\r\n\r\nLOG_LEVEL=debug # loud\r\n',
    );
    const { config, warnings } = readConfig({}, home);
    expect(config).toMatchObject({ discord: { token: 'a.b.c' }, gateway: { port: 2222 }, logLevel: 'debug' });
    expect(warnings).toEqual([]);
  });

  it('warns of names that are nearly ours, and of lines of .env that set nothing, without what is in them', () => {
    writeFileSync(
      join(home, '.env'),
      [
        "# it's mine",
        'OPENAI_MODEL="The',
        'Desk"',
        'GEMINI_API_KEY=key',
        'discord_guild_ids=1',
        'DISCORD_TOKEN: hidden.one',
        'NIGHTDESK_TZ: hidden/two',
        'OPENAI_API_KEY=x',
        'hidden-three',
      ].join('\n'),
    );
    const { warnings } = readConfig(
      { OPENAI_API_KEYS: 'x', BRAVE_API_KEY: 'x', BRAVE_API_KEYS: 'y', GATEWAY_PROT: '1', GATEWAY_PORT: '2' },
      home,
    );
    const odd = 'is no NAME=value and is ignored, perhaps with the line after it';
    const ignored = 'is no setting of the desk and is ignored; the nearest is';
    expect(warnings).toEqual([
      `the line of .env with DISCORD_TOKEN ${odd}`,
      `the line of .env with NIGHTDESK_TZ ${odd}`,
      `a line of .env ${odd}`,
      `GATEWAY_PROT ${ignored} GATEWAY_PORT`,
      `GEMINI_API_KEY ${ignored} GEMINI_API_KEYS`,
      `OPENAI_API_KEYS ${ignored} OPENAI_API_KEY`,
      `discord_guild_ids ${ignored} DISCORD_GUILD_IDS`,
    ]);
  });

  it('refuses a .env that is no text in UTF-8, as some programs of Windows write it', () => {
    writeFileSync(join(home, '.env'), '\ufeffDISCORD_TOKEN=a.b.c\n', 'utf16le');
    expect(refusal({}).message).toBe(
      `${join(home, '.env')} is no text in UTF-8; allowed: text in UTF-8, without zero bytes`,
    );
  });

  it('is frozen, all the way down', () => {
    const { config } = readConfig({ GEMINI_API_KEYS: 'one' }, home);
    expect(Object.isFrozen(config)).toBe(true);
    expect(Object.isFrozen(config.gateway)).toBe(true);
    expect(Object.isFrozen(config.gemini.keys)).toBe(true);
  });
});
