/** Openings as language models write them over the sample edition, and claims without names or figures that no section has. */
export const GOOD_EN = [
  'Thousands of crypto customers in Hong Kong are locked out of their funds this week, and Wall Street had a rough day. Closer to home, a burst water main shut the Cross-Harbour Tunnel for hours.',
  'Good morning. Here is what mattered this week: a crypto exchange stopped withdrawals, a drone halted flights at Hong Kong airport, and gold climbed to a new record.',
  'From a deadly earthquake in Chile to a village library rescued by its volunteers, this edition brings together the stories that shaped the last seven days.',
  'It was a bruising week for digital money: one exchange froze withdrawals and hackers emptied a bridge, even as Hong Kong approved a third stablecoin issuer.',
  'A school fire in Maidstone ended without injuries, while a warehouse blaze in Wakefield left workers hurt. Also inside: MPs vote to cap tenancy deposits.',
  'Regulators were busy. Britain’s AI safety office delayed a new model, and the Commons passed a bill that would limit what tenants pay up front.',
  'This issue looks at markets, courts and commuters: chip stocks tumbled after a profit warning, and a flooded tunnel left motorists stranded.',
  'In film, Last Boat to Mist Island swept the Coast Film Awards. In shipping, a grain carrier still blocks the Bosphorus. Read on for the details.',
  'Hackers, floods and a record for gold: we round up the news that readers in Hong Kong and Britain should know.',
  'There is good news too: a library near Barnsley stays open because its neighbours offered to run it. Elsewhere, the mood in markets darkened as shares fell.',
];

export const BAD_EN = [
  'The chief executive of the exchange has been arrested.',
  'The government has promised to compensate every customer.',
  'The school will be closed for good and its teachers dismissed.',
  'Hong Kong has banned drones altogether after the incident.',
  'Police believe that the warehouse fire was started deliberately.',
  'The prime minister resigned over the tenancy bill.',
  'The film’s director announced a sequel and a Hollywood remake.',
  'Ministers plan to scrap the AI safety office.',
  'Two trains collided in a tunnel and passengers died.',
  'Doctors warn of a dangerous new virus spreading in schools.',
];

export const GOOD_ZH = [
  '各位讀者，本周焦點是加密貨幣：一間交易所暫停提款，數以萬計香港客戶無法取回資金，金管局則批出第三個穩定幣牌照。',
  '紅磡海底隧道爆水管水浸，過海交通一度癱瘓；屯門將增建簡約公屋，首批居民明年入伙。',
  '金價創新高，美股卻因半導體公司的警告而急挫，今期為你整理市場消息。',
  '港產片《霧島末班船》在海岸電影獎奪得六個獎項，是本期文化欄目的重點。',
  '由隧道水浸到學校火警，今期通訊回顧過去一周香港和英國的新聞。',
  '英國一間學校的體育館起火，數百名學生疏散，幸無人受傷。其他消息包括央行增持黃金。',
  '房屋局公布在屯門興建簡約公屋，關注團體指區內仍有大量劏房戶。詳情請看下文。',
  '本期先看香港：海底隧道封閉數小時，多輛汽車被困，政府豁免其他隧道收費。',
  '加密貨幣市場不平靜，有交易所披露儲備短缺；穩定幣方面，則有第三間發行人獲批牌照。',
  '薛清嵐憑《霧島末班船》封后，成為最佳女主角。此外，現貨金價升至紀錄高位。',
];

export const BAD_ZH = [
  '交易所行政總裁已經被捕。',
  '政府承諾全數賠償受影響客戶的損失。',
  '隧道公司的管理層集體辭職。',
  '學校將會永久關閉並解僱所有教師。',
  '消防處相信火警是有人縱火造成。',
  '電影導演宣布開拍續集並進軍荷里活。',
  '房屋局決定擱置所有公屋計劃。',
  '醫生警告新型病毒正在校園擴散。',
  '央行決定出售全部黃金儲備。',
  '兩列火車相撞，多名乘客死亡。',
];

/** The sample edition in Chinese, shortened. */
export const STORIES_ZH = [
  '加密貨幣 Northquay交易所暫停提款 2.6萬名香港客戶受影響 倫敦加密貨幣交易所Northquay披露儲備短缺8,460萬美元，即日起暫停客戶提款，約2.6萬名香港用戶無法取回資金。 交易所委託的審計師發現客戶資產不足。',
  '加密貨幣 金管局發出第三個穩定幣牌照 金管局向Pearl Lantern Digital批出穩定幣發行人牌照，是第三間獲批的發行人，最多可發行50億港元代幣。',
  '香港 紅磡海底隧道水管爆裂水浸 封閉逾5小時 63車被困12人傷 紅磡海底隧道今早因地下水管爆裂嚴重水浸，南行管道封閉5小時20分鐘，63輛汽車一度被困，事件中12人受傷送院。 西區海底隧道及東區海底隧道車龍一度長達四公里，港九過海交通癱瘓半日，政府宣布兩條隧道的收費豁免至下午3時。',
  '香港 屯門第54區增建2,140個簡約公屋單位 月租790元起 明年9月入伙 房屋局公布，將在屯門第54區一幅前貨櫃場用地興建2,140個簡約公屋單位，首批居民可望在明年9月入伙。 關注基層住屋聯席幹事藍采薇表示，屯門現時有約4,800戶居於劏房。',
  '英國 梅德斯通學校火警 數百學生疏散 英格蘭東南部梅德斯通一間學校的體育館起火，數百名學生疏散，無人受傷。 消防處相信火警屬意外。',
  '市場 半導體公司警告收入遜預期 美股急挫 半導體公司Halden Microsystems警告季度收入將較預期少13億美元，美股急跌，納斯達克指數跌2.3%。',
  '市場 金價創新高 央行增持黃金 現貨金價升至每盎司4,318美元的紀錄高位，央行增持94噸黃金，美元跌至五個月低位。',
  '文化 《霧島末班船》海岸電影獎奪六獎 23歲薛清嵐封后 港產片《霧島末班船》昨晚在第14屆海岸電影獎頒獎禮奪得六個獎項，包括最佳電影、最佳導演及最佳女主角。 導演嚴赫以720萬元成本、26日時間在坪洲及長洲完成拍攝。',
];
