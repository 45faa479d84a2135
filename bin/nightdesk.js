#!/usr/bin/env node
// Runs the built program; `npm ci` builds it.
import { existsSync } from 'node:fs';

const program = new URL('../dist/cli/index.js', import.meta.url);
if (!existsSync(program)) {
  console.error('nightdesk: the program is not built yet (dist/ is missing); run: npm run build');
  process.exit(1);
}
await import(program.href);
