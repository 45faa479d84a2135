/** What is said beside a newsletter: in both languages of the console. */

const en = {
  title: 'Newsletter',
  stop: 'Stop after this step',
  steps: {
    gather_urls: 'Gather links',
    filter_urls: 'Filter links',
    download_articles: 'Download articles',
    extract_summaries: 'Summarise',
    rate_articles: 'Rate articles',
    cluster_topics: 'Find topics',
    select_sections: 'Choose sections',
    draft_sections: 'Write sections',
    finalize_newsletter: 'Finish',
  } as Record<string, string>,
  status: {
    not_started: 'not started',
    started: 'under way',
    complete: 'complete',
    error: 'failed',
    skipped: 'skipped',
  } as Record<string, string>,
  state: {
    running: 'Being made',
    stopped: 'Stopped',
    waiting: 'Waits for an editor',
    sending: 'Being sent',
    done: 'Sent',
  } as Record<string, string>,
};

const zh: typeof en = {
  title: '通訊',
  stop: '完成這一步便停下',
  steps: {
    gather_urls: '收集連結',
    filter_urls: '篩選連結',
    download_articles: '下載文章',
    extract_summaries: '撰寫摘要',
    rate_articles: '評分文章',
    cluster_topics: '歸納主題',
    select_sections: '選定欄目',
    draft_sections: '撰寫欄目',
    finalize_newsletter: '定稿',
  },
  status: { not_started: '未開始', started: '進行中', complete: '完成', error: '失敗', skipped: '略過' },
  state: { running: '製作中', stopped: '已停止', waiting: '等候編輯', sending: '發送中', done: '已發送' },
};

export const newsletter = { en, zh };
