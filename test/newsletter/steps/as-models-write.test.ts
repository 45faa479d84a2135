/** Whole answers as language models write them: a slip of form costs neither a true sentence nor a section. */
import { describe, expect, it } from 'vitest';
import { draftSections } from '../../../src/newsletter/steps/draft-sections.ts';
import { extractSummaries } from '../../../src/newsletter/steps/extract-summaries.ts';
import { finalize } from '../../../src/newsletter/steps/finalize.ts';
import { selectSections } from '../../../src/newsletter/steps/select-sections.ts';
import { says } from '../../support/models/loopback-gemini-script.ts';
import { aModel, anArticle, draftInputs, letterDeps, NOW, signal } from './a-letter.ts';
import { geminiModel } from './letter-world.ts';

const strike = anArticle(
  'strike',
  `The rail union TSWU has called off four days of strikes over Christmas after members were offered a pay rise of 4.2%, backdated to April.
The walkouts were planned for 18, 19, 22 and 23 December at six operators.
General secretary Moira Flynn said the offer “is not everything we asked for, but it is a long way from where we started”.
Members vote on the offer until 14 January; the union recommends that they accept.
The operators said normal timetables would run. The deal does not cover Scotland.`,
);
const library = anArticle(
  'library',
  `Larkmoor Central Library will close on Mondays from 11 January to save £74,000 a year, the council’s cabinet decided on Wednesday evening by 6 votes to 3.
Councillor Priya Nair, who leads on culture, said the alternative was to close the mobile library for good.
A petition against the plan was signed by 2,315 people.
The decision goes to full council on 8 December.`,
);
const tunnel = anArticle(
  'tunnel',
  `紅磡海底隧道南行線因水管爆裂，由周四晚上9時15分起封閉，運輸署預計最快周六清晨5時半重開。
署方指，每日約有11.2萬架次車輛使用該隧道，呼籲駕駛者改用東隧及西隧。
水務署表示，爆裂的是一條直徑600毫米、使用了38年的鹹水管，事故中無人受傷。
九巴及城巴共有37條過海路線改道。`,
);
const articles = [strike, library, tunnel];
const inputs = draftInputs(articles);

const DRAFTED = `Here is the section you asked for:

\`\`\`json
{
  "section": "Local news",
  "notes": ["Kept to three sentences each."],
  "stories": [
    {
      "i": "1.",
      "headline": "**Rail union suspends Christmas strikes**",
      "text": "1. The TSWU has called off strikes planned for 18–19 and 22–23 December after a pay offer of 4.2%, backdated to April ([1]).\\n2. Moira Flynn, its general secretary, said it was “not everything we asked for, but it is a long way from where we started” ([1]).\\n3. Members have until 14 January to vote; Scotland is not covered ([1]).",
      "word_count": 52
    },
    {
      "i": "Story 2",
      "headline": "### Larkmoor library to close on Mondays",
      "text": "• Larkmoor Central Library will close on Mondays from 11 January, saving **£74,000** a year, after the cabinet voted 6–3 on Wednesday. [1]\\n• More than 2,300 people had signed a petition against it. [1]\\n• Full council takes up the decision on *8 December*. [1]"
    },
    {
      "i": "[3]",
      "headline": "🚇 Burst pipe closes Hung Hom tunnel southbound",
      "text": "The southbound tube of the Hung Hom Cross-Harbour Tunnel has been shut since 9.15pm on Thursday after a 38-year-old salt-water main burst; no one was hurt.[1]\\\\nAbout 112,000 vehicles use the tunnel each day, and 37 cross-harbour bus routes have been diverted.【1】"
    }
  ]
}
\`\`\`

Let me know if you would like a shorter version!`;

describe('an answer as a language model writes it', () => {
  it('is drafted whole: list marks, bold, numbers in words and brackets cost nothing', async () => {
    const model = aModel((what) => (what === 'draft' ? DRAFTED : undefined));
    const { output, counts } = await draftSections(inputs, letterDeps(model), signal());
    expect(counts).toMatchObject({ quoted: 0, doubts: 0, critiques: 1 });
    expect(output.sections[0]!.stories.map(({ headline, text }) => [headline, text])).toEqual([
      [
        'Rail union suspends Christmas strikes',
        'The TSWU has called off strikes planned for 18–19 and 22–23 December after a pay offer of 4.2%, backdated to April. [1] Moira Flynn, its general secretary, said it was “not everything we asked for, but it is a long way from where we started”. [1] Members have until 14 January to vote; Scotland is not covered. [1]',
      ],
      [
        'Larkmoor library to close on Mondays',
        'Larkmoor Central Library will close on Mondays from 11 January, saving £74,000 a year, after the cabinet voted 6–3 on Wednesday. [2] More than 2,300 people had signed a petition against it. [2] Full council takes up the decision on 8 December. [2]',
      ],
      [
        '🚇 Burst pipe closes Hung Hom tunnel southbound',
        'The southbound tube of the Hung Hom Cross-Harbour Tunnel has been shut since 9.15pm on Thursday after a 38-year-old salt-water main burst; no one was hurt. [3] About 112,000 vehicles use the tunnel each day, and 37 cross-harbour bus routes have been diverted. [3]',
      ],
    ]);
  });

  it('that was cut off has the items before the cut', async () => {
    const items = [
      '{ "i": 1, "bullets": ["- The TSWU called off four days of strikes.", "• Members vote until 14 January.", "3. The deal does not cover Scotland."], "line": "**Rail union** calls off Christmas strikes." }',
      '{ "i": 2, "bullets": ["Larkmoor Central Library will close on Mondays fr',
    ];
    const { model } = await geminiModel(() => ({
      ...says(`\`\`\`json\n{ "items": [\n${items.join(',\n')}`),
      finishReason: 'MAX_TOKENS',
    }));
    const downloaded = { download_articles: { articles, failed: [] } };
    const { output, counts } = await extractSummaries(downloaded, letterDeps(model), signal());
    expect(counts).toMatchObject({ quoted: 2, replaced_bullets: 0 });
    expect(output.summaries[0]).toMatchObject({
      bullets: [
        'The TSWU called off four days of strikes.',
        'Members vote until 14 January.',
        'The deal does not cover Scotland.',
      ],
      line: 'Rail union calls off Christmas strikes.',
    });
  });

  it('has sections of topics by name and number, under plain names', async () => {
    const said = {
      sections: [
        {
          name: '**UK & Hong Kong**',
          topics: [{ i: 1, name: 'Rail strikes off' }, 'Topic 2', '3. Larkmoor library'],
        },
      ],
    };
    const model = aModel(() => `Sure! ${JSON.stringify(said)}`);
    const { output } = await selectSections(inputs, letterDeps(model), signal());
    expect(output.sections).toEqual([{ name: 'UK & Hong Kong', urls: articles.map(({ url }) => url) }]);
  });

  it('has a title without marks; a score of "6/10" sends it back with the problems, whatever their form', async () => {
    const { output: draft_sections } = await draftSections(
      inputs,
      letterDeps(aModel((what) => (what === 'draft' ? DRAFTED : undefined))),
      signal(),
    );
    const model = aModel((what, _, nth) => {
      if (what === 'final')
        return {
          title: '**Christmas rail strikes off; library to close on Mondays**',
          intro:
            'The TSWU has called off its Christmas strikes.\\nLarkmoor Central Library will close on Mondays.',
        };
      if (what !== 'critique') return undefined;
      return nth === 1
        ? { score: '6/10', problems: [{ where: 'title', what: 'name the tunnel' }] }
        : { score: '9 / 10', problems: null };
    });
    const terms = { draft_sections, session: 'newsletter_20261120', issuedAtMs: NOW };
    const { output, counts } = await finalize(terms, letterDeps(model), signal());
    expect(counts).toMatchObject({ replaced: 0, critiques: 2 });
    expect(output).toMatchObject({
      title: 'Christmas rail strikes off; library to close on Mondays',
      intro: 'The TSWU has called off its Christmas strikes. Larkmoor Central Library will close on Mondays.',
    });
    const again = model.asked.filter(({ what }) => what === 'final')[1]!;
    expect(again.material.remarks).toEqual(['title: name the tunnel']);
  });
});
