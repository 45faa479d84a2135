/**
 * Building and patching the page. Text enters it only as text nodes and attributes: nothing here, and nothing
 * in the console, parses HTML.
 */

/** @typedef {Node | string | number | false | null | undefined} Child */
/** @typedef {Record<string, unknown> & { on?: Record<string, (event: any) => void> }} Props */

/**
 * An element: `h('a', { class: 'row', href, on: { click } }, 'text', child)`. `true` writes an empty attribute;
 * `false`, `null` and `undefined` write none.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name === 'on') continue;
    if (/^on/i.test(name)) throw new TypeError(`listeners go under "on", not into the attribute ${name}`);
    if (value === false || value === null || value === undefined) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const [event, listener] of Object.entries(props.on ?? {})) element.addEventListener(event, listener);
  element.append(...present(children));
  return element;
}

/** @param {Child[]} children */
function present(children) {
  return children
    .filter((child) => child !== false && child !== null && child !== undefined)
    .map((child) => (typeof child === 'number' ? String(child) : /** @type {Node | string} */ (child)));
}

/**
 * @typedef {{ key: string, sig: unknown, build: () => HTMLElement }} Item
 * `key` says which thing it is, `sig` what it looks like: an element is rebuilt only when its `sig` changes.
 */

/** @type {WeakMap<Element, Item>} */
const shown = new WeakMap();

/**
 * Make the children of `parent` the elements of `items`, in order, keeping those that did not change, with
 * their focus, their scroll position and their open disclosures.
 *
 * @param {Element} parent
 * @param {Item[]} items
 */
export function patch(parent, items) {
  const old = new Map([...parent.children].map((child) => [shown.get(child)?.key ?? '', child]));
  const focused = document.activeElement;
  const focusName = focused && parent.contains(focused) ? focused.getAttribute('data-focus') : null;
  const focusOwner = focusName && [...parent.children].find((child) => child.contains(focused));
  const focusKey = focusOwner ? shown.get(focusOwner)?.key : undefined;

  let place = parent.firstElementChild;
  for (const item of items) {
    const before = old.get(item.key);
    old.delete(item.key);
    if (before && shown.get(before)?.sig === item.sig) {
      if (before === place) place = place.nextElementSibling;
      else parent.insertBefore(before, place);
      continue;
    }
    const element = item.build();
    shown.set(element, item);
    parent.insertBefore(element, place);
    if (before) {
      if (before === place) place = place.nextElementSibling;
      before.remove();
    }
    if (focusKey === item.key && focusName) refocus(element, focusName);
  }
  for (const gone of old.values()) gone.remove();
}

/**
 * @param {Element} element
 * @param {string} name
 */
function refocus(element, name) {
  const target = element.querySelector(`[data-focus="${CSS.escape(name)}"]`);
  if (target instanceof HTMLElement) target.focus();
}

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}
