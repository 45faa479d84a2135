import type { Command } from 'commander';
import { Failure } from './cli-error.ts';
import { say } from './say.ts';
import type { World } from './world.ts';

const SIGNS = { ok: '✓', warning: '!', problem: '✗' } as const;

/** `nightdesk doctor`: what works, what doesn't, and how to fix it. Fails when there is a problem. */
export function doctorCommand(program: Command, world: World): void {
  program
    .command('doctor')
    .description('look at the settings, the home and Discord, and say what is missing')
    .option('--json', 'as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { examineDesk } = await import('../main/doctor.ts');
      const findings = await examineDesk(world.env, world.cwd);
      const problems = findings.filter(({ state }) => state === 'problem').length;
      say(world, json, { ok: problems === 0, findings }, () =>
        findings
          .flatMap(({ check, state, text, remedy }) => [
            `${SIGNS[state]} ${check}: ${text}`,
            ...(remedy === undefined ? [] : [`  → ${remedy}`]),
          ])
          .join('\n'),
      );
      if (problems > 0)
        throw new Failure(problems === 1 ? 'there is a problem' : `there are ${problems} problems`);
    });
}
