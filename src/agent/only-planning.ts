/**
 * Recognizes replies that are not answers: they only announce what the model will do, or are meant for a machine
 * ("Let me check the sources.", a tool call as text, bare JSON, Markdown without words).
 *
 * In doubt a reply is an answer: it is planning only if every sentence is, and a sentence with a number, a
 * quotation, a link, a question or a promise for later never is.
 */
import { cjkLength } from '../text/cjk.ts';
import { isObject } from '../text/is-object.ts';
import { sentences } from '../text/sentences.ts';
import { readJson } from '../text/read-json.ts';

/** Characters; a longer reply is always an answer. */
const LONGEST = 1_200;

/**
 * Why a reply isn't an answer, for the record; undefined for an answer.
 * @param tools the names of the desk's tools
 */
export function notAnAnswer(text: string, tools: readonly string[]): string | undefined {
  const plain = text.trim();
  if (plain === '') return undefined;
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(plain.replace(/^\s*(?:```|~~~)\w*\s*$/gmu, '')))
    return 'Markdown without words';
  if (isForMachines(plain, tools) || hasCall(plain, tools)) return 'a call or JSON in place of words';
  return isPlanning(plain) ? 'only planning' : undefined;
}

/** Why a reply isn't a summary, which has lines that begin with a mark: an apology, a question or an answer has none. */
export function notASummary(text: string): string | undefined {
  const hasLines = /^[ \t]*(?:[-*]\s+|[•‣▪●·]\s*|\d{1,3}(?:[.)]\s+|、))\S/mu.test(text);
  return hasLines ? undefined : 'no lines of a summary';
}

const CALLS: readonly RegExp[] = [
  /^\[(?:tool|function|tool_call|call)\s*[:=][^\]]*\]$/iu,
  /^<(tool_call|function_call|tool|function|invoke)\b[\s\S]*(?:<\/\1\s*>|\/>)$/iu,
  /^<\|?(?:tool|function)[\s\S]*\|?>$/iu,
  /^(?:print\()?(?:(?:functions?|tools?|default_api)\.)\w+\([\s\S]*\)\)?;?$/iu,
];

function isForMachines(plain: string, tools: readonly string[]): boolean {
  const code = /^(?:```|~~~)(\w*)\s*\n([\s\S]*?)\n?(?:```|~~~)$/u.exec(plain);
  const inside = (code?.[2] ?? plain).trim();
  if (CALLS.some((call) => call.test(inside))) return true;
  if (tools.includes(/^(\w+)\s*\([\s\S]*\)$/u.exec(inside)?.[1] ?? '')) return true;
  // JSON in a fence may have been requested; a tool call never was.
  if (!/^[{[]/u.test(inside) || !/[}\]]$/u.test(inside)) return false;
  const read = readJson(inside);
  if (!read.ok || typeof read.value !== 'object' || read.value === null) return false;
  return code === null ? !isCitation(inside) : isCall(read.value);
}

/** How models begin a call in their text, after words or before them. */
const CALL_MARK =
  /^[ \t>]*(?:```tool_(?:code|call)|<(?:tool_call|function_call)s?>|<(?:function=|invoke name=|｜tool|\|(?:python_tag|tool_|channel\|))|\[TOOL_CALLS\]|action: *\w+ *\n+action input:|(?:print\()?(?:default_api|functions)\.\w+\()/imu;
/** `[cron(…)]`, `call:cron{…}`, "**Tool call:** `cron`" */
const NAMED_CALL = /^\W*(?:\[(\w+)\(|call:(\w+)\{|tool[ _]call\W+(\w+))/imu;
const BLOCK = /```\w*\s*\n([\s\S]*?)```/gu;

/** Whether a call stands somewhere in the text, in a form that nobody writes for people. */
function hasCall(plain: string, tools: readonly string[]): boolean {
  if (CALL_MARK.test(plain)) return true;
  const [, listed, marked, called] = NAMED_CALL.exec(plain) ?? [];
  if (tools.includes(listed ?? marked ?? called ?? '')) return true;
  return [...plain.matchAll(BLOCK)].some(([, block = '']) => {
    const read = readJson(block);
    return (
      read.ok && isObject(read.value) && isCall(read.value) && tools.includes(String(read.value['name']))
    );
  });
}

function isCitation(text: string): boolean {
  return /^\[\d+\]$/u.test(text);
}

function isCall(value: object): boolean {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  const keys = Object.keys(Object(one) as object);
  const names = ['tool', 'tool_call', 'tool_calls', 'function', 'name', 'action'];
  const args = ['arguments', 'args', 'parameters', 'input', 'action_input'];
  return (
    keys.some((key) => names.includes(key)) && (keys.length === 1 || keys.some((key) => args.includes(key)))
  );
}

/** Openings without content: "Okay,", "Sure!", 好的，. */
const FILLER =
  /^(?:(?:okay|ok|sure(?: thing)?|certainly|of course|alright|all right|right|great|got it|understood|no problem|one moment(?: please)?|just a moment|hold on|hmm+|well|so|now|yes)[\s,.!…—–-]*)+/iu;
const FILLER_ZH =
  /^(?:(?:好的?|好呀|明白(?:了)?|收到|沒問題|冇問題|當然(?:可以)?|可以|請稍(?:等|候)|等等|等一等|稍等(?:一下)?)[，,。！!、…\s]*)+/u;

const WORK =
  '(?:check|search|look (?:up|into|for|at|through|that up|this up|it up)|find (?:out|that|this|it|the|more|some)|query|fetch|gather|retrieve|review|analy[sz]e|examine|investigate|read (?:through|the|it|that)|consult|call|use the|try (?:the|to)|run the|plan|think|see(?=[.!…]|$| (?:what|if|whether))|start|begin|proceed|continue|draft|write (?:the|a|an|up)|compose|prepare|put together|summari[sz]e|figure|pull (?:up|together)|go (?:through|ahead)|get (?:the|that|this|started)|verify|compare|identify|collect|work (?:on|through))';
const SELF =
  "(?:let me|let us|let['’]s|i['’]ll|i will|i['’]m going to|i am going to|i['’]m about to|i need to|i should|i have to|i want to|i must|i can(?= now)|we (?:need to|should|will)|allow me to|my next step is to|the next step is to|time to)";
const ADVERBS =
  '(?:\\s+(?:now|first|then|next|just|quickly|also|start by|begin by|go ahead and|try to|have to|need to|immediately))*';
const PLANS = new RegExp(
  `^(?:(?:first(?:ly)?|next|then|now|finally|second(?:ly)?|to (?:do|answer) (?:this|that)|before (?:i answer|answering))[,:]?\\s+)*${SELF}${ADVERBS}\\s+${WORK}`,
  'iu',
);
const DOING =
  /^(?:(?:i['’]m|i am|we['’]re|now|currently)\s+)?(?:checking|searching|looking (?:up|into|for|at|through)|fetching|gathering|retrieving|querying|reviewing|consulting|analy[sz]ing|calling|thinking|working)\b/iu;
const HEADING =
  /^(?:#+\s*|\**)?(?:here(?: is|['’]s) (?:my|the|a) (?:plan|approach|outline)|(?:my |the )?(?:plan|approach|outline|steps?|thoughts?|thinking|reasoning|to-?do))(?: (?:of action|is|for this|to take))?\s*\**[:：.]?\**$/iu;
const STEP = new RegExp(`^(?:${SELF}${ADVERBS}\\s+)?${WORK}`, 'iu');
const LATER =
  /\b(?:from now on|from (?:today|tomorrow|then|next)|tomorrow|tonight|next (?:time|week|run|month)|in (?:the )?future|every|whenever|when|once|if|unless|until|later|always|daily|weekly|hourly)\b|(?:以後|今後|之後|下次|聽日|明天|每(?:日|天|週|次)|如果|若|當)/iu;
const SAYS_SOMETHING =
  /[\d"“”「」『』?？]|https?:|\[\d|[:：]\s*\S+\s*\S|\b(?:because|since|but|however|sources? (?:say|do))\b|(?:因為|但|不過|來源(?:說|指|沒有))/iu;

const PLANS_ZH =
  /^(?:首先|先|接著|接下來|然後|現在|而家|跟住)?[，,]?(?:讓我(?:們)?|等我|我(?:們|哋)?(?:會|將(?:會)?|而家|現在|現時|先|要|需要|打算|準備|去|來|嚟|正在|開始)+)(?:先|再|立即|即刻|馬上|嘗試|試下|試試|開始|去|來|嚟|為你|幫你|替你|現在|而家|會)*(?:搜尋|搜索|查|翻查|檢查|檢視|尋找|找|搵|睇|看|調用|呼叫|使用|讀取|閱讀|分析|整理|撰寫|草擬|準備|規劃|計劃|思考|想想|核實|比較|收集|着手|開始)/u;
const DOING_ZH =
  /^(?:正在|現正)(?:為你|幫你)?(?:搜尋|搜索|查|檢查|尋找|讀取|分析|整理|思考|處理)[^，,、的說稱指]{0,10}[.…。！!]*$/u;
const HEADING_ZH =
  /^(?:#+\s*|\**)?(?:以下是)?(?:我的)?(?:計劃|規劃|步驟|大綱|思路|思考|做法)(?:如下)?\**[:：。]?\**$/u;
const STEP_ZH =
  /^(?:搜尋|搜索|查|翻查|檢查|檢視|尋找|找出|調用|使用|讀取|閱讀|分析|整理|撰寫|草擬|核實|比較|收集)/u;

function isPlanning(plain: string): boolean {
  if (plain.length > LONGEST) return false;
  let steps = false;
  let planned = false;
  for (const { text } of sentences(plain)) {
    const item = text.replace(/^(?:[-*•]|\d{1,2}[.)、])\s*/u, '');
    const listed = item !== text || /^\d{1,2}[.)、]?$/u.test(text);
    const bare = item.replace(/^\**|\**$/gu, '').trim();
    if (HEADING.test(bare) || HEADING_ZH.test(bare)) {
      steps = planned = true;
      continue;
    }
    if (listed && /^\d{0,2}[.)、]?$/u.test(item)) continue;
    const said = bare.replace(FILLER, '').replace(FILLER_ZH, '');
    if (said === '') continue;
    const isStep = steps && !SAYS_SOMETHING.test(said) && (STEP.test(said) || STEP_ZH.test(said));
    if (!isStep && !announces(said)) return false;
    planned = true;
  }
  return planned;
}

/** Whether a sentence only announces work. */
function announces(said: string): boolean {
  if (LATER.test(said) || SAYS_SOMETHING.test(said)) return false;
  if (cjkLength(said) >= 2) return PLANS_ZH.test(said) || DOING_ZH.test(said);
  return PLANS.test(said) || (DOING.test(said) && said.split(/\s+/u).length <= 12);
}
