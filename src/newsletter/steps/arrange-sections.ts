/**
 * Sections from proposals: clean → assign → singletons to Other → dedupe. Pure.
 *
 * - A story (a topic with its articles) is in one section at most, an article in one story.
 * - A section has 3 to 7 stories, the best rated first; sections are in the order of their best story. What is proposed
 *   with fewer joins its kin, where there is enough then, else Other. Other stands last, and alone may have fewer; where
 *   it would overflow, proposals of two stories are put together.
 * - At most 15 sections. Of too many stories the best are in, the rest is left out.
 */
export interface Proposal {
  readonly name: string;
  /** What small proposals of one kin are put together by: "finance". */
  readonly kin?: string | undefined;
  /** Places in `stories`, from 0. */
  readonly stories: readonly number[];
}

export interface Rated {
  readonly urls: readonly string[];
  readonly score: number;
}

export interface Arranged {
  readonly name: string;
  /** Places in `stories`, best first. */
  readonly stories: readonly number[];
}

const SECTION = { least: 3, most: 7 };
const MOST_SECTIONS = 15;
const NAME_CHARACTERS = 60;
const IS_OTHER =
  /^(?:others?|other (?:news|stories)|misc(?:ellaneous)?|miscellany|more(?: news)?|general|uncategori[sz]ed|其他(?:新聞|消息)?|其它|雜項)$/iu;

/** @param other what the rest is called: "Other", 其他. @param and between the names of two sections: " & ". */
export function arrangeSections(
  proposals: readonly Proposal[],
  stories: readonly Rated[],
  { other, and }: { readonly other: string; readonly and: string },
): Arranged[] {
  const unique = withoutRepeats(stories);
  const assigned = assign(clean(proposals), unique);
  const sections = inPairs(withKin(assigned, and), unique.size, and);
  const large = sections.filter(({ stories: its }) => its.length >= SECTION.least);
  const best = (its: readonly number[]) =>
    its.toSorted((a, b) => stories[b]!.score - stories[a]!.score || a - b);
  const ranked = large
    .map((section) => ({ name: section.name, stories: best(section.stories).slice(0, SECTION.most) }))
    .sort(
      (a, b) =>
        stories[b.stories[0]!]!.score - stories[a.stories[0]!]!.score || a.stories[0]! - b.stories[0]!,
    );
  const placed = new Set(large.flatMap((section) => section.stories));
  const rest = best([...unique].filter((story) => !placed.has(story)));
  const shown = ranked.slice(0, rest.length > 0 ? MOST_SECTIONS - 1 : MOST_SECTIONS);
  if (rest.length === 0) return shown;
  return [...shown, { name: other, stories: rest.slice(0, SECTION.most) }];
}

/** The places of stories that have an article which none of those before has. */
function withoutRepeats(stories: readonly Rated[]): Set<number> {
  const seen = new Set<string>();
  const unique = new Set<number>();
  for (const [at, { urls }] of stories.entries()) {
    if (urls.some((url) => !seen.has(url))) unique.add(at);
    for (const url of urls) seen.add(url);
  }
  return unique;
}

/** One proposal a name; what is proposed as "Other" is nobody's. */
function clean(proposals: readonly Proposal[]): Proposal[] {
  const byName = new Map<string, Proposal>();
  for (const { name: given, kin, stories } of proposals) {
    const name = given.replace(/[\s\p{Cc}]+/gu, ' ').replace(/^[\s#*]+|[\s*:：]+$/gu, '');
    if (name === '' || IS_OTHER.test(name)) continue;
    const short = [...name].slice(0, NAME_CHARACTERS).join('');
    const key = short.toLowerCase();
    const known = byName.get(key);
    if (known === undefined) byName.set(key, { name: short, kin, stories });
    else byName.set(key, { ...known, stories: [...known.stories, ...stories] });
  }
  return [...byName.values()];
}

/** Each story to the first section that wants it. */
function assign(proposals: readonly Proposal[], known: ReadonlySet<number>): Proposal[] {
  const open = new Set(known);
  return proposals.map((proposal) => ({
    ...proposal,
    stories: proposal.stories.filter((story) => open.delete(story)),
  }));
}

/** Small sections of one kin as one, where that is enough. */
function withKin(sections: readonly Proposal[], and: string): Proposal[] {
  const isSmall = ({ kin, stories }: Proposal) =>
    kin !== undefined && stories.length > 0 && stories.length < SECTION.least;
  const kins = new Set(sections.filter(isSmall).map(({ kin }) => kin));
  const joined = [...kins].flatMap((kin): Proposal[] => {
    const small = sections.filter((section) => section.kin === kin && isSmall(section));
    const stories = small.flatMap((section) => section.stories);
    return stories.length < SECTION.least
      ? []
      : [{ name: small.map(({ name }) => name).join(and), kin, stories }];
  });
  const taken = new Set(joined.flatMap(({ stories }) => stories));
  return [...sections.map((section) => without(section, taken)), ...joined];
}

/** Where Other would overflow, sections of two stories are put together, two and two. */
function inPairs(sections: readonly Proposal[], all: number, and: string): Proposal[] {
  const placed = sections.filter(({ stories }) => stories.length >= SECTION.least);
  let rest = all - placed.reduce((sum, { stories }) => sum + stories.length, 0);
  const pairs = sections.filter(({ stories }) => stories.length === SECTION.least - 1);
  const joined: Proposal[] = [];
  while (rest > SECTION.most && pairs.length > 1) {
    const [one, other] = pairs.splice(0, 2) as [Proposal, Proposal];
    joined.push({ name: `${one.name}${and}${other.name}`, stories: [...one.stories, ...other.stories] });
    rest -= one.stories.length + other.stories.length;
  }
  const taken = new Set(joined.flatMap(({ stories }) => stories));
  return [...sections.map((section) => without(section, taken)), ...joined];
}

function without(section: Proposal, taken: ReadonlySet<number>): Proposal {
  return { ...section, stories: section.stories.filter((story) => !taken.has(story)) };
}
