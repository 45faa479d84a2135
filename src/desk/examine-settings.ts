/** A check of `nightdesk doctor`: whether this Node version and the settings are usable. */
import { readFileSync } from 'node:fs';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/config.ts';
import { programFiles } from '../config/program-files.ts';
import { readConfig } from '../config/read-config.ts';
import type { Finding } from '../feature/finding.ts';
import { parseSessionKey } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import { sentenceOf } from '../text/sentence-of.ts';

/** If the settings can't be read, nothing more is checked. */
export function examineSettings(
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): { readonly config?: Config; readonly findings: Finding[] } {
  const { config, findings } = readSettings(env, cwd);
  return { ...(config && { config }), findings: [nodeFinding(process.versions.node), ...findings] };
}

/**
 * The session that receives system events.
 * @throws ConfigError where its channel has no such conversation.
 */
export function mainSessionOf({ mainSession }: Pick<Config, 'mainSession'>): SessionKey {
  try {
    return parseSessionKey(mainSession);
  } catch (cause) {
    const allowed = (cause as Error).message.replace(/^.*?; allowed: /u, '');
    throw new ConfigError([{ name: 'NIGHTDESK_MAIN_SESSION', given: mainSession, allowed }], { cause });
  }
}

function nodeFinding(version: string): Finding {
  const check = 'node';
  const { engines } = JSON.parse(readFileSync(programFiles.package, 'utf8')) as { engines: { node: string } };
  const [wantedMajor = 0, wantedMinor = 0] = numbers(engines.node);
  const [major = 0, minor = 0] = numbers(version);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor))
    return { check, state: 'ok', text: `Node ${version} serves.` };
  const text = `Node ${version} is too old; it takes ${engines.node}.`;
  return { check, state: 'problem', text, remedy: 'Install a current Node: https://nodejs.org.' };
}

function numbers(version: string): number[] {
  return [...version.matchAll(/\d+/g)].map(([digits]) => Number(digits));
}

function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): { config?: Config; findings: Finding[] } {
  const check = 'settings';
  const remedy = 'See .env.example: it explains every setting.';
  try {
    const { config, warnings } = readConfig(env, cwd);
    mainSessionOf(config);
    const findings = warnings.map((text): Finding => ({ check, state: 'warning', text: `${text}.`, remedy }));
    if (findings.length > 0) return { config, findings };
    return { config, findings: [{ check, state: 'ok', text: 'Every setting is understood.' }] };
  } catch (error) {
    if (!(error instanceof ConfigError))
      return { findings: [{ check, state: 'problem', text: sentenceOf(error), remedy }] };
    return { findings: badSettings(check, error) };
  }
}

/** A problem for each setting that can't be used. */
export function badSettings(check: string, { bad }: ConfigError): Finding[] {
  return bad.map(({ name, given, allowed }): Finding => {
    const text = `${name} is ${given}; allowed: ${allowed}.`;
    return { check, state: 'problem', text, remedy: `Set ${name} anew, or leave it out.` };
  });
}
