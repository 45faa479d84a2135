/** Fictitious articles on one happening, English and Chinese; the outlets differ on the number injured. */

export interface Article {
  readonly outlet: string;
  readonly url: string;
  readonly title: string;
  readonly language: 'en' | 'zh';
  readonly paragraphs: readonly string[];
}

export const FERRY_ENGLISH: readonly Article[] = [
  {
    outlet: 'Quayside Post',
    url: 'https://quayside.example/ferry',
    title: 'Ferry hits pier at Marlow Point, 12 injured',
    language: 'en',
    paragraphs: [
      'A passenger ferry struck the pier at Marlow Point on Tuesday morning, and 12 people were injured, the coastguard said.',
      'The ferry, the Silver Heron, was carrying 214 passengers from Eastholm when it lost power 300 metres from the pier.',
      'Captain Rosa Whitlock said that both engines had stopped because seawater had entered a fuel line. “We had ninety seconds and no steering,” Whitlock said.',
      'He declined to comment. Read more: our guide to the islands.',
      'The injured were taken to St Brannoc Hospital, where two of them needed surgery.',
      'Eastholm Ferries, which owns the ship, suspended all crossings until Friday and offered refunds worth £48,000.',
      'The Silver Heron was built in 1987 and passed its last inspection in March. Did it need new engines?',
      'Harbour master Idris Penhallow estimated that the pier would cost £2.6 million to repair and would stay closed for six weeks.',
    ],
  },
  {
    outlet: 'Island Wire',
    url: 'https://islandwire.example/heron',
    title: 'Silver Heron ferry crash leaves 14 hurt',
    language: 'en',
    paragraphs: [
      'Fourteen people were injured when the ferry Silver Heron crashed into the pier at Marlow Point, the ambulance service said.',
      'Nineteen crew members helped passengers climb down to lifeboats, and nobody fell into the water.',
      'Marine investigator Petra Lindgren will lead the inquiry, which is expected to report in June.',
      '“A fuel line doesn’t fill with seawater by itself,” Lindgren told reporters on the quay.',
      'Trade unions said that the company had cut its maintenance staff by 35 per cent since 2022.',
      'Transport minister Colm Haverty visited the pier and promised £1.5 million in emergency aid for the island.',
      'About 200 dead fish were counted near the pier, and anglers were asked to stay away.',
      'The previous accident at the pier, a storm in 2004, closed it for three days.',
      'About 3,400 people live on Eastholm, and the ferry is their only link to the mainland in winter.',
    ],
  },
];

export const FERRY_CHINESE: readonly Article[] = [
  {
    outlet: '海角日報',
    url: 'https://hoikok.example/ferry',
    title: '渡輪撞碼頭12人受傷',
    language: 'zh',
    paragraphs: [
      '渡輪「銀鷺號」星期二早上在馬洛角撞向碼頭，事件中12人受傷，全部送往聖柏醫院治理。',
      '海事處表示，銀鷺號當時載有214名乘客，由東島駛往馬洛角，在距離碼頭三百米時失去動力。',
      '船長何若詩說：「兩台引擎同時停頓，我們只有九十秒。」',
      '東島渡輪公司宣布，所有航班暫停至星期五，並會向乘客退款合共48,000元。',
      '海事處處長潘德明致歉，承認碼頭的防撞設施因維修而拆除。',
      '碼頭維修費用估計為260萬元，需要封閉六星期。',
    ],
  },
  {
    outlet: '島聞網',
    url: 'https://islandnews.example/heron',
    title: '銀鷺號撞碼頭　14人受傷',
    language: 'zh',
    paragraphs: [
      '銀鷺號渡輪撞向馬洛角碼頭，救護部門指共有14人受傷，其中兩人需要接受手術。',
      '十九名船員協助乘客登上救生艇，沒有人墮海。',
      '調查員林佩珊將領導調查小組，預計六月提交報告。',
      '工會批評公司自2022年以來削減了百分之三十五的維修人手。',
      '東島約有3,400名居民，冬季只靠渡輪往來內陸。',
      '銀鷺號於1987年建成，今年三月通過最近一次檢驗。',
    ],
  },
];
