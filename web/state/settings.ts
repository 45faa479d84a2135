/** What a person does with the settings: edits the edition, tries, saves and undoes it; writes keys to `.env`. */
import { signal } from '@preact/signals';
import { changesOf, idOf, isWithin, withValue } from '../model/settings-draft.ts';
import type {
  Edited,
  EnvSetting,
  Mistake,
  Path,
  SettingsLook,
  SettingsTried,
} from '../model/settings-draft.ts';
import { attempt } from './desk.ts';
import { GatewayError } from './gateway-client.ts';
import type { Call } from './gateway-client.ts';
import { announce, toast } from './notices.ts';
import { words } from './preferences.ts';
import type { Store } from './store.ts';
import { whoWrites } from './who-writes.ts';

/** While one types on, the desk isn't asked. */
const TYPING_MS = 400;
const SOON_MS = 500;

export interface Unread {
  readonly path: Path;
  readonly text: string;
}

export class Settings {
  readonly look = signal<SettingsLook | null>(null);
  readonly failed = signal(false);
  /** The edition as it is edited; null where the file is no JSON. */
  readonly edited = signal<Edited | null>(null);
  /** The file's text, where it is edited as such. */
  readonly text = signal('');
  readonly mistakes = signal<readonly Mistake[]>([]);
  readonly broken = signal<SettingsTried['broken']>(undefined);
  /** Fields whose JSON can't be read, as it was typed. */
  readonly unread = signal<readonly Unread[]>([]);
  /** Folds that are open, by their ids. */
  readonly open = signal<ReadonlySet<string>>(new Set());
  readonly secrets = signal<readonly EnvSetting[]>([]);
  readonly busy = signal(false);
  /** Another one whenever the fields are to be filled in anew. */
  readonly version = signal(0);
  readonly #call: Call;
  readonly #store: Store;
  #planned: ReturnType<typeof setTimeout> | undefined;
  #trying: ReturnType<typeof setTimeout> | undefined;
  /** Counts what is asked about: what comes late is about something else. */
  #tries = 0;

  constructor(call: Call, store: Store) {
    this.#call = call;
    this.#store = store;
  }

  /** What is being edited stays, unless the desk has another file now. */
  load = (): Promise<void> => this.#load(true);

  /** @param keeps what is being edited stays */
  async #load(keeps: boolean): Promise<void> {
    if (this.#store.view.value !== 'settings' || this.#store.connection.value !== 'open') return;
    const done = await attempt(async () => {
      const [look, { secrets }] = await Promise.all([
        this.#call('settings.get'),
        this.#call('settings.secrets.list'),
      ]);
      const { value: before } = this.look;
      // Changes are of one edition, either of its fields or of the file's text.
      const isSame =
        before?.name === look.name && (before.given === undefined) === (look.given === undefined);
      const isChanged = this.isChanged();
      if (keeps && !isSame && isChanged) toast(words.value.settings.changedMeanwhile);
      const isEdited = keeps && isSame && isChanged;
      const changes = isEdited ? this.#changes() : {};
      this.secrets.value = secrets;
      // Nothing is new: somebody may be in one of the fields.
      if (isSame && !isChanged && before.revision === look.revision) this.look.value = look;
      else this.#take(look, isEdited ? changes : {}, isEdited);
    });
    this.failed.value = !done && this.look.value === null;
  }

  loadSoon(): void {
    clearTimeout(this.#planned);
    this.#planned = setTimeout(() => void this.load(), SOON_MS);
  }

  isChanged(): boolean {
    const { value: look } = this.look;
    if (!look) return false;
    if (look.given === undefined) return this.text.value !== (look.text ?? '');
    return this.unread.value.length > 0 || Object.keys(this.#changes()).length > 0;
  }

  set(path: Path, value: unknown): void {
    const { value: edited } = this.edited;
    if (!edited) return;
    const required = this.look.value?.form.filter((field) => field.required).map(({ name }) => name) ?? [];
    this.edited.value = withValue(edited, path, value, (name) => required.includes(name));
    this.#trySoon();
  }

  setText(text: string): void {
    this.text.value = text;
    this.#trySoon();
  }

  /** @param text undefined where it can be read */
  setUnread(path: Path, text: string | undefined): void {
    const others = this.unread.value.filter((one) => idOf(one.path) !== idOf(path));
    this.unread.value = text === undefined ? others : [...others, { path, text }];
  }

  /** An item of a list goes; those behind it move up. */
  dropItem(list: Path, items: readonly unknown[], at: number): void {
    this.unread.value = this.unread.value.flatMap((one) => {
      const n = one.path[list.length];
      if (!isWithin(list, one.path) || typeof n !== 'number' || n < at) return [one];
      return n === at ? [] : [{ ...one, path: one.path.with(list.length, n - 1) }];
    });
    this.set(list, items.toSpliced(at, 1));
  }

  /** Open what a field is folded in. */
  unfold(path: Path): void {
    for (let depth = 1; depth <= path.length; depth++) this.setOpen(idOf(path.slice(0, depth)), true);
  }

  setOpen(id: string, isOpen: boolean): void {
    if (this.open.value.has(id) !== isOpen) this.open.value = flipped(this.open.value, id, isOpen);
  }

  discard(): void {
    if (this.look.value) this.#take(this.look.value, {}, false);
  }

  /** What saving would do; undefined where the desk can't be asked. */
  async try(): Promise<SettingsTried | undefined> {
    let tried: SettingsTried | undefined;
    const nth = ++this.#tries;
    await attempt(async () => {
      tried = await this.#call('settings.preview', this.#request());
      if (nth !== this.#tries) return;
      this.mistakes.value = tried.mistakes;
      this.broken.value = tried.broken;
    });
    return tried;
  }

  /** @param over the revision over which the change was shown */
  save = (over: string): Promise<boolean> =>
    this.#write(async () => {
      const author = { name: await whoWrites(this.#store) };
      const { restart } = await this.#call('settings.save', { ...this.#request(), over, author });
      const { settings: say } = words.value;
      return restart.length === 0 ? say.saved : say.savedLater;
    });

  undo = (over: string): Promise<boolean> =>
    this.#write(async () => {
      const author = { name: await whoWrites(this.#store) };
      await this.#call('settings.undo', { over, author });
      return words.value.settings.undone;
    });

  /** @throws what the desk refuses of it. @param value null takes it away */
  async setSecret(name: string, value: string | null): Promise<void> {
    const author = { name: await whoWrites(this.#store) };
    const done = await this.#call('settings.secrets.set', { name, value, author });
    this.secrets.value = this.secrets.value.map((one) => (one.name === name ? done : one));
    const { settings: say } = words.value;
    this.#did(value === null ? say.secretGone(name) : say.secretSet(name));
  }

  async #write(work: () => Promise<string>): Promise<boolean> {
    if (this.busy.value) return false;
    this.busy.value = true;
    const done = await attempt(async () => {
      try {
        this.#did(await work());
      } catch (error) {
        const isOther = error instanceof GatewayError && error.field === 'over';
        throw isOther ? new Error(words.value.settings.changedMeanwhile) : error;
      }
    });
    await this.#load(!done);
    this.busy.value = false;
    return done;
  }

  #did(said: string): void {
    toast(said, 'done');
    announce(said);
  }

  #changes() {
    const { look, edited } = this;
    return changesOf(look.value?.given ?? {}, edited.value ?? {});
  }

  #request() {
    return this.edited.value ? { changes: this.#changes() } : { text: this.text.value };
  }

  #take(look: SettingsLook, changes: Edited, isEdited: boolean): void {
    const isSame = this.look.value?.revision === look.revision;
    this.look.value = look;
    if (isEdited && (isSame || look.given === undefined)) return;
    const kept = Object.entries({ ...look.given, ...changes }).filter(([, value]) => value !== null);
    this.edited.value = look.given === undefined ? null : Object.fromEntries(kept);
    this.text.value = look.text ?? '';
    if (!isEdited) this.unread.value = [];
    this.#tries++;
    this.mistakes.value = look.mistakes;
    this.broken.value = look.broken;
    this.version.value++;
  }

  #trySoon(): void {
    clearTimeout(this.#trying);
    this.#trying = setTimeout(() => void this.try(), TYPING_MS);
  }
}

function flipped(all: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const others = [...all].filter((one) => one !== id);
  return new Set(isIn ? [...others, id] : others);
}
