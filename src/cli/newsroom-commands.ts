import type { Command } from 'commander';
import type { Clock } from '../time/clock.ts';
import { clusterCommand } from './newsroom-cluster.ts';
import { eventCommands } from './newsroom-events.ts';
import { extractCommand } from './newsroom-extract.ts';
import { feedCommand } from './newsroom-feed.ts';
import { feedbackCommands } from './newsroom-feedback.ts';
import { feedsCommands } from './newsroom-feeds.ts';
import { inputsCommand } from './newsroom-inputs.ts';
import { planCommand } from './newsroom-plan.ts';
import { poolCommands } from './newsroom-pool.ts';
import { runCommand } from './newsroom-run.ts';
import { schemaCommand } from './newsroom-schema.ts';
import { verifyCommand } from './newsroom-verify.ts';
import { writeRunCommand } from './newsroom-write-batch.ts';
import type { World } from './world.ts';

/** `nightdesk newsroom …`: inspects and works the pipeline. One file per sub-command. */
export function newsroomCommands(program: Command, world: World, clock: Clock): void {
  const newsroom = program.command('newsroom').description('feeds, pages, events: what the newsroom sees');
  feedCommand(newsroom, world, clock);
  feedsCommands(newsroom, world, clock);
  feedbackCommands(newsroom, world);
  extractCommand(newsroom, world, clock);
  verifyCommand(newsroom, world, clock);
  clusterCommand(newsroom, world, clock);
  eventCommands(newsroom, world);
  inputsCommand(newsroom, world);
  planCommand(newsroom, world, clock);
  runCommand(newsroom, world, clock);
  writeRunCommand(newsroom, world);
  schemaCommand(newsroom, world);
  poolCommands(newsroom, world);
}
