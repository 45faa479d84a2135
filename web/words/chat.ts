/** What is said where people talk, and where they search: in both languages of the console. */

const en = {
  aConversation: 'a conversation',
  nameless: 'No name yet',
  /** Whom an answer of the desk is to. */
  to: (who: string) => `to ${who}`,
  count: (typed: string, most: string) => `${typed} of ${most} characters`,
  tooLong: (over: string) => `Too long by ${over} characters. Shorten it, or send it in parts.`,
  disconnected: 'No connection to the desk',
  whoWrites: {
    title: 'Who is writing?',
    label: 'Your name',
    hint: 'It stands beside what you say and do, for everybody at this desk. Preferences change it.',
    agree: 'Go on',
    needed: 'Nothing is sent before the desk knows who writes.',
  },
  finder: {
    stories: 'Stories',
    sources: 'Sources of stories',
    said: 'What was said',
    where: (title: string, day: string) => `${title} · ${day}`,
  },
};

const zh: typeof en = {
  aConversation: '一個對話',
  nameless: '未有名稱',
  to: (who) => `回覆 ${who}`,
  count: (typed, most) => `${typed}／${most} 字`,
  tooLong: (over) => `超出 ${over} 字。請縮短，或分開傳送。`,
  disconnected: '未連接編輯台',
  whoWrites: {
    title: '你是誰？',
    label: '你的名稱',
    hint: '會顯示在你說的話和所做的事旁邊，這個編輯台的人都會看到。可在偏好設定更改。',
    agree: '繼續',
    needed: '未知道是誰，所以沒有傳送。',
  },
  finder: {
    stories: '報道',
    sources: '報道的來源',
    said: '對話內容',
    where: (title, day) => `${title}・${day}`,
  },
};

export const chat = { en, zh };
