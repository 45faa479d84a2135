/**
 * Words in classes and ids that mark elements which don't belong to the article's text, in any notation
 * (`InlineImage-imageEmbedCaption`, `article__share-tools`).
 */
const WORDS = new Set(
  (
    'caption captions credit credits photocredit imagecredit figcaption copyright ' +
    'ad ads advert adverts advertisement advertising sponsor sponsored promo promos promotion dfp outbrain taboola ' +
    'related recirc recirculation recommended recommendation recommendations trending popular readmore seealso ' +
    'share sharing shares sharebar sharetools addthis social socials ' +
    'newsletter newsletters subscribe subscription signup optin paywall cookie cookies consent gdpr ' +
    'comment comments disqus respond feedback ratings rating ' +
    'breadcrumb breadcrumbs tags taglist keywords ' +
    'byline bylines author authors authorbox dateline pubdate timestamp datetime dates published ' +
    'toolbar tools rail carousel sidebar nav navigation pagination pager ' +
    'print printonly notification alertbar lightbox modal popup tooltip'
  ).split(' '),
);

/** Words that count only as a pair. */
const PAIRS =
  /(?:^| )(?:read more|more on|most read|see also|also like|sr only|visually hidden|screen reader|d print|pub(?:lish)? (?:date|info|time)|post (?:meta|date|time|tags)|entry meta|article (?:meta|date|time|info|tags)|calendar date|follow us|app promo|block title|click to)(?: |$)/;

/** @param named the class and the id of an element */
export function isHinted(named: string): boolean {
  if (named.trim() === '') return false;
  const words = wordsOf(named);
  return words.some((word) => WORDS.has(word)) || PAIRS.test(words.join(' '));
}

/** A long list of classes (from a style kit) is cut; the author's own come first. */
function wordsOf(named: string): string[] {
  return named
    .slice(0, 400)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}
