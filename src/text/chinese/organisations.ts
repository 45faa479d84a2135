/** Finds Chinese names of firms, schools, streets and so on that nearly match one in another text: 晨星證券 for 晨曦證券. */

const KINDS =
  '工業大廈|商業大廈|工廠大廈|工業中心|置業|證券|銀行|集團|控股|科技|地產|醫院|大學|學院|中學|小學|公司|基金|保險|航空|汽車|物流|電訊|電力|建築|工程|製藥|藥業|生物|能源|石油|電子|傳媒|影業|出版|餐飲|超市|酒店|商場|廣場|大廈|花園|按揭|資本|資產|財務|航運|重工|紡織|珠寶|百貨|律師行|會計師行|測量師行|研究所|基金會|隊';
const NAMED = new RegExp(`(\\p{Script=Han}{2})(${KINDS})`, 'gu');
/** Words for places, counts and kinds, which vary legitimately: 外國銀行, 私家醫院, 多間公司. */
const PLAIN =
  /[各全外本該此某前新舊大小兩多數部分家間的在和與及等當由以向為一二三四五六七八九十東南西北中上下私公國市區省縣港英美日德法俄韓台京滬名所位個把將次是有其他她主客另原首甲乙丙男女]/u;

/**
 * The names in `text` that occur in none of `others`, while one of those has a name that differs in one character.
 */
export function almostOrganisations(text: string, others: readonly string[]): string[] {
  const known = others.flatMap((other) => named(other));
  return named(text).flatMap(({ name, kind }) => {
    const told = `${name}${kind}`;
    if (PLAIN.test(name) || others.some((other) => other.includes(told) || other.includes(name))) return [];
    const almost = known.some(
      (one) =>
        one.kind === kind && !PLAIN.test(one.name) && (one.name[0] === name[0]) !== (one.name[1] === name[1]),
    );
    return almost ? [told] : [];
  });
}

function named(text: string) {
  return [...text.matchAll(NAMED)].map(([, name = '', kind = '']) => ({ name, kind }));
}
