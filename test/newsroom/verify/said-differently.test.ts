/** What the sources have, told of something else: another sentence's figure or date, another unit, an exchanged pair. */
import { describe, expect, it } from 'vitest';
import { inspectVerifyLine } from '../../../src/newsroom/inspect/inspect-verify.ts';

async function doubtsIn(text: string, told: string, title = ''): Promise<string[]> {
  const sources = [{ n: 1, url: 'https://paper.test/a', publishedAt: '2026-11-18T08:00:00Z', text }];
  const line = { builtAt: '2026-11-18T12:00:00Z', title, body: told === '' ? '' : `${told} [1]`, sources };
  const { claims } = await inspectVerifyLine(line);
  return claims.filter(({ verdict }) => verdict === 'doubted').map((claim) => claim.text);
}

describe('a figure or date belongs to what its sentence tells', () => {
  it.each([
    [
      'The ferry terminal at Marlow Point opens in June with four berths.\nIt cost more than planned.\nThe harbour board meets in August to set the budget.',
      'The ferry terminal at Marlow Point, which has four berths, will open in June.',
      'The ferry terminal at Marlow Point, which has four berths, will open in August.',
    ],
    [
      '碼頭擴建工程預計2028年完成，承建商為海星建築。\n居民關注噪音。\n渡輪公司的專營權將於2031年屆滿。',
      '承建商海星建築的碼頭擴建工程料2028年完成。',
      '承建商海星建築的碼頭擴建工程料2031年完成。',
    ],
    [
      'The Herons are 14 points behind the league leaders Eastholm.\nRain fell throughout.\nTheir goalkeeper was sent off after 11 minutes.',
      'The Herons trail the league leaders, Eastholm, by 14 points.',
      'The Herons trail the league leaders, Eastholm, by 11 points.',
    ],
    // Exchanged.
    [
      'Ferries made up 58 per cent of revenue, hotels 27 per cent and shops 5 per cent.',
      'Ferries accounted for 58 per cent of revenue, hotels for 27 per cent.',
      'Ferries accounted for 27 per cent of revenue, hotels for 58 per cent.',
    ],
    // For each of something else.
    ['該地每平方呎樓面地價約6,380元。', '每平方呎樓面地價約6,380元。', '每平方米樓面地價約6,380元。'],
    ['Crude rose to $80.34 a barrel.', 'Crude rose to $80.34 a barrel.', 'Crude rose to $80.34 a tonne.'],
    [
      'The peso firmed to 19.42 a dollar.',
      'The peso rose to 19.42 per dollar.',
      'The peso rose to 19.42 per euro.',
    ],
    // Whose money.
    ['地皮以24.6億元批出。', '地皮以24.6億元批出。', '地皮以24.6億美元批出。'],
    ['Turnover was US$86 million.', '營業額為8,600萬美元。', '營業額為8,600萬元。'],
    [
      '公司每股派3.5元新台幣。',
      'The dividend is T$3.50 a share, up from T$3.50.',
      'The dividend is $3.50 a share, up from T$3.50.',
    ],
    ['Shares fell to $212.30.', 'Shares fell to $212.30.', 'Shares fell to HK$212.30.'],
    // Scores.
    ['Heron beat Eastholm 3-2 after trailing 0-1.', 'Heron won 3-2.', 'Heron won 4-2.'],
    ['Zora won 6-4, 3-6, 7-5 and Lind 6-1, 6-2.', 'Zora won 6-4, 3-6, 7-5.', 'Zora won 6-4, 2-6, 7-5.'],
  ])('%s', async (source, honest, wrong) => {
    expect(await doubtsIn(source, honest)).toEqual([]);
    expect(await doubtsIn(source, wrong)).not.toEqual([]);
  });

  it.each([
    // Two passages of a source in one sentence.
    [
      'The ferry Heron carries 214 passengers and 30 cars.\nThe Heron was built in 1996 for 30 cars.',
      'Built in 1996, the ferry Heron carries 214 passengers.',
    ],
    ['The train ran at 38 km/h, below the limit of 65.', '列車時速38公里，低於65公里的限速。'],
    ['Carbon intensity fell to 0.35 kilograms from 0.39.', '碳強度由0.39公斤降至0.35公斤。'],
    ['The index gained 91.54 points.', 'The index gained 92 points.'],
    ['三大股票中，71隻下跌，11隻上升。', '82隻股票中，71隻下跌，11隻上升。'],
    ['Two of the 12 judges dissented.', 'Ten of the 12 judges agreed, and two did not.'],
    [
      'The margin was 49.7%, up from 46.9% in the previous quarter.',
      'It widened from the previous quarter to 49.7 per cent.',
    ],
    ['陣風達每小時230公里，持續風速185公里。', '持續風速每小時185公里，陣風高達230公里。'],
    ['It rose for a fifth straight monthly gain.', '樓價連升五個月。'],
    ['It expects a cut in June rather than March.', 'It moved its forecast from March to June.'],
    [
      'The children were aged five to 36 months.',
      'The children were between five months and 36 months of age.',
    ],
    ['It sold 35.4 billion kilowatt-hours.', '售電354億度。'],
  ])('an honest retelling of %s: %s', async (source, honest) => {
    expect(await doubtsIn(source, honest)).toEqual([]);
  });

  it('is read in a title that gives a share and a sum in a row', async () => {
    expect(await doubtsIn('純利升12.3%至41.2億元。', '', '純利升12%至41億')).toEqual([]);
    expect(await doubtsIn('恒指失守24,000點。', '', '恒指失守二萬四')).toEqual([]);
  });

  it('is not asked of a line that is no sentence', async () => {
    const told = 'The port has 7 berths and 9 cranes, '.repeat(40);
    expect(await doubtsIn('The port has 7 berths and 9 cranes.', told)).toEqual([]);
  });
});

describe('a name that is almost one of the sources', () => {
  it.each([
    ['大行晨曦證券看好前景。', '晨曦證券看好前景。', '晨星證券看好前景。'],
    ['鴻發工業大廈昨日起火。', '鴻發工業大廈昨日起火。', '鴻昌工業大廈昨日起火。'],
    ['殉職隊目丘志謙入職18年。', '丘志謙入職18年。', '丘志誠入職18年。'],
    ['最大銀行DNB調高利率。', 'DNB raised its rates.', 'DNC raised its rates.'],
    ['The vaccine, called RH6, works.', 'The vaccine, RH6, works.', 'The vaccine, RH8, works.'],
    ['KazFlow runs the line.', 'The line is run by KazFlow.', 'The line is run by KazFleet.'],
    ['It is made by Delphia Biologics.', 'Delphia Biologics makes it.', 'Delphi Biologics makes it.'],
    ['They drilled at Little Dome C.', 'They drilled at Little Dome C.', 'They drilled at Little Dome D.'],
    ['She beat Carla Monti.', 'Carla Monti lost to her.', 'Carla Conti lost to her.'],
  ])('%s', async (source, honest, wrong) => {
    expect(await doubtsIn(source, honest)).toEqual([]);
    expect(await doubtsIn(source, wrong)).not.toEqual([]);
  });
});
