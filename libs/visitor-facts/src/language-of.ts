// The primary subtag of the visit's first Accept-Language tag, from an allow-list: `de-AT` → `de`.

/** The languages that stats name: ISO 639-1, and those without a two-letter code that browsers are sold in. */
export const languages: ReadonlySet<string> = new Set(
  (
    'aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el ' +
    'en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ' +
    'ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na ' +
    'nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so ' +
    'sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu ' +
    'ast ceb chr ckb dsb fil gsw haw hsb kab kok nds nso yue'
  ).split(' '),
);

/** Codes that ISO withdrew and that Java and old browsers still send. */
const renamedLanguages: ReadonlyMap<string, string> = new Map([
  ['iw', 'he'],
  ['in', 'id'],
  ['ji', 'yi'],
  ['jw', 'jv'],
  ['mo', 'ro'],
  ['sh', 'sr'],
]);

const PRIMARY_SUBTAG = /^\s*([a-z]{2,3})(?=$|[-_;\s])/i;

/** `~other` for none, `*`, nonsense and languages outside the list, so that a client cannot invent keys. */
export function languageOf(tag: string): string {
  const subtag = PRIMARY_SUBTAG.exec(tag)?.[1]?.toLowerCase() ?? '';
  const language = renamedLanguages.get(subtag) ?? subtag;
  return languages.has(language) ? language : '~other';
}
