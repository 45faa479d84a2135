/**
 * Fold British and American spellings of a lower-case English word into one: centre and center, organised and
 * organized.
 */
export function oneSpelling(word: string): string {
  return word
    .replace(/(?<=[a-z]{3})y?is(?=(?:e[drs]?|ing|ers?|ations?|ational)$)/u, 'iz')
    .replace(/yz(?=(?:e[drs]?|ing|ers?)$)/u, 'iz')
    .replace(/(?<=[bt])re(?=(?:s|d)?$)/u, 'er')
    .replace(/(?<=[a-z]{2})our(?=(?:s|ed|ing|ite|ites|able|hood)?$)/u, 'or')
    .replace(/(?<=[a-z]{2})ence(?=s?$)/u, 'ense')
    .replace(/ogue(?=s?$)/u, 'og')
    .replace(/programme(?=s?$)/u, 'program')
    .replace(/ll(?=(?:ed|ing|ers?)$)/u, 'l');
}
