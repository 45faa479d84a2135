/** Stories in English and Chinese that stand on pages in other languages: the right sentence is no doubt, the wrong one is. */
import { describe, expect, it } from 'vitest';
import { languageOf } from '../../../src/newsroom/model/language.ts';
import { ClaimCheck } from '../../../src/newsroom/verify/verify-claims.ts';
import { aSource } from '../newsroom-world.ts';

const PUBLISHED = Date.UTC(2026, 10, 15, 21, 40);

const GERMAN = `Die parteilose Juristin Claudia Brandstetter ist neue Oberbürgermeisterin von Weissach. In der Stichwahl am Sonntag setzte sie sich mit 50,8 Prozent der Stimmen gegen Amtsinhaber Jürgen Pohl (CDU) durch.
Nach dem vorläufigen amtlichen Endergebnis lagen die beiden 1.047 Stimmen auseinander. Die Wahlbeteiligung war um 5,2 Prozentpunkte höher als im ersten Wahlgang vor zwei Wochen.
Sie kündigte an, den Bau der Tiefgarage für 38 Millionen Euro zu stoppen. „Das Geld gehört in unsere Schulen“, sagte sie. Matthias Ohm von der Universität Trier nannte das eine Abstimmung über ein Loch im Boden.
Ihr Amt tritt sie am 1. Februar an. Weissach hat rund 148.000 Einwohner.`;

const SPANISH = `Al menos 17 personas murieron y 143 resultaron heridas por un sismo de magnitud 6,4 que sacudió la madrugada de este domingo la provincia de Pampahuasi, en el sur del Perú.
El movimiento se produjo a las 02:47 hora local, con epicentro a 12 kilómetros al este de la ciudad. Unas 1.200 viviendas quedaron destruidas, entre ellas seis escuelas.
La Cruz Roja pidió donaciones por dos millones de dólares. Las clases se reanudarán el martes 24 de noviembre.`;

const JAPANESE = `北海道七条町の北見線で特急列車が脱線し、乗客乗員217人のうち38人がけがをした。現場は半径400メートルの左カーブで、当時の速度は時速92キロだった。
運転士の男性（29）は「突き上げるような衝撃を感じた」と話している。レールは昨年7月の検査で摩耗が確認されていた。約6千人に影響する見込み。`;

function doubtsIn(told: string, text: string): string[] {
  const source = aSource(1, 'https://outlet.test/1', text, { publishedAtMs: PUBLISHED, title: '' });
  const { claims } = new ClaimCheck({ builtAtMs: PUBLISHED, sources: [source] }).check({
    title: '',
    body: `${told} [1]`,
  });
  return claims
    .filter(({ claim }) => claim.verdict === 'doubted')
    .map(({ claim }) => `${claim.kind} ${claim.text}`);
}

describe('a story from a page in another language', () => {
  it.each([
    [
      'Claudia Brandstetter won by 1,047 votes on Sunday.',
      'Claudia Brandstetter won by 1,074 votes on Sunday.',
      GERMAN,
    ],
    ['She took 50.8 per cent of the vote.', 'She took 58.0 per cent of the vote.', GERMAN],
    [
      'She has promised to stop a car park that was to cost €38 million.',
      'She has promised to stop a car park that was to cost €83 million.',
      GERMAN,
    ],
    ['She takes office on 1 February.', 'She takes office on 1 April.', GERMAN],
    ['韋薩赫約有14.8萬居民。', '韋薩赫約有18.4萬居民。', GERMAN],
    [
      'The quake killed at least 17 people and injured 143.',
      'The quake killed at least 17 people and injured 134.',
      SPANISH,
    ],
    [
      'The epicentre was 12km (7.5 miles) east of the city.',
      'The epicentre was 12km (17.5 miles) east of the city.',
      SPANISH,
    ],
    ['About 1,200 houses were destroyed.', 'About 2,100 houses were destroyed.', SPANISH],
    ['Classes resume on Tuesday 24 November.', 'Classes resume on Friday 27 November.', SPANISH],
    ['現場是半徑400米的彎位，列車時速92公里。', '現場是半徑400米的彎位，列車時速82公里。', JAPANESE],
    ['約6,000人受影響，路軌去年7月已發現磨損。', '約8,000人受影響，路軌去年7月已發現磨損。', JAPANESE],
  ])('%s', (right, wrong, source) => {
    expect(doubtsIn(right, source)).toEqual([]);
    expect(doubtsIn(wrong, source)).not.toEqual([]);
  });

  it.each([
    ['Matthias Ohm, of the University of Trier, called it a vote on “a hole in the ground”.', GERMAN],
    ['Six schools were destroyed, and the Red Cross asked for $2 million.', SPANISH],
  ])(
    'may have translated names and quotations, and numbers that stand there in words: %s',
    (told, source) => {
      expect(doubtsIn(told, source)).toEqual([]);
    },
  );

  it('is of no language that the rules read', () => {
    expect(
      [GERMAN, SPANISH, JAPANESE, 'Около 420 тысяч человек, сообщило агентство Reuters.'].map(languageOf),
    ).toEqual(Array.from({ length: 4 }, () => 'unknown'));
    expect(languageOf('香港迪士尼樂園の新年限定菜單，首推優の良品套餐')).toBe('zh');
    expect(languageOf('Arsenal 2 Chelsea 1')).toBe('en');
  });
});
