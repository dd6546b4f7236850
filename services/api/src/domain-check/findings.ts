// What can be wrong with the set-up of a domain: stable codes, how much it matters, and the sentence in both languages.
// `error`: visitors do not arrive, or no certificate can be had. `warning`: it works for now, or for most visitors.

import type { Language } from '@kurz/process';
import { filledText } from '../errors/message-of';

export type DnsRecord = { type: 'TXT' | 'CNAME' | 'A' | 'AAAA' | 'CAA'; name: string; value: string };

type Entry = { severity: 'error' | 'warning'; en: string; de: string };

export const findingCatalogue = {
  txt_missing: {
    severity: 'error',
    en: 'The TXT record {name} does not exist, so the domain is not proven to be yours.',
    de: 'Der TXT-Eintrag {name} fehlt. Damit ist nicht belegt, dass die Domain Ihnen gehört.',
  },
  txt_wrong: {
    severity: 'error',
    en: 'The TXT record {name} has another value.',
    de: 'Der TXT-Eintrag {name} hat einen anderen Wert.',
  },
  txt_misplaced: {
    severity: 'error',
    en: 'The TXT record stands at {found} instead of {name}. Many providers add the domain to the name by themselves.',
    de: 'Der TXT-Eintrag steht unter {found} statt unter {name}. Viele Anbieter hängen die Domain selbst an den Namen an.',
  },
  dns_unanswered: {
    severity: 'error',
    en: 'The name servers of {domain} do not answer, or answer with a failure.',
    de: 'Die Nameserver von {domain} antworten nicht oder mit einem Fehler.',
  },
  dnssec_broken: {
    severity: 'error',
    en: 'The DNSSEC signatures of {domain} are wrong, so resolvers that check them find nothing. Renew the signatures, or have the DS record removed at your registrar.',
    de: 'Die DNSSEC-Signaturen von {domain} sind falsch; Resolver, die sie prüfen, finden nichts. Erneuern Sie die Signaturen, oder lassen Sie den DS-Eintrag bei Ihrem Registrar entfernen.',
  },
  domain_unregistered: {
    severity: 'error',
    en: '{registered} does not exist in the DNS: it is not registered, has expired, or has no name servers.',
    de: '{registered} gibt es im DNS nicht: nicht registriert, abgelaufen oder ohne Nameserver.',
  },
  address_missing: {
    severity: 'error',
    en: '{domain} has no record that leads to this service.',
    de: '{domain} hat keinen Eintrag, der zu diesem Dienst führt.',
  },
  cname_dangling: {
    severity: 'error',
    en: 'The CNAME record leads to {target}, which has no address.',
    de: 'Der CNAME-Eintrag führt zu {target}, das keine Adresse hat.',
  },
  cname_loop: {
    severity: 'error',
    en: 'The CNAME records of {domain} lead round in a circle.',
    de: 'Die CNAME-Einträge von {domain} führen im Kreis.',
  },
  cname_elsewhere: {
    severity: 'error',
    en: 'The CNAME record leads to {target}, which is not this service.',
    de: 'Der CNAME-Eintrag führt zu {target}; das ist nicht dieser Dienst.',
  },
  address_elsewhere: {
    severity: 'error',
    en: 'The address records lead to {found}, which is not this service.',
    de: 'Die Adresseinträge führen zu {found}; das ist nicht dieser Dienst.',
  },
  address_partly_elsewhere: {
    severity: 'error',
    en: 'Some address records lead elsewhere, so some visitors do not arrive: {found}. Remove these.',
    de: 'Manche Adresseinträge führen woandershin, manche Besucher kommen also nicht an: {found}. Entfernen Sie diese.',
  },
  ipv6_elsewhere: {
    severity: 'error',
    en: 'The AAAA record leads elsewhere, so visitors with IPv6 do not arrive: {found}. Change or remove it.',
    de: 'Der AAAA-Eintrag führt woandershin, Besucher mit IPv6 kommen also nicht an: {found}. Ändern oder entfernen Sie ihn.',
  },
  ipv4_missing: {
    severity: 'warning',
    en: '{domain} has no A record, so visitors without IPv6 do not arrive.',
    de: '{domain} hat keinen A-Eintrag, Besucher ohne IPv6 kommen also nicht an.',
  },
  address_not_public: {
    severity: 'error',
    en: 'An address record leads to {found}, which cannot be reached from the internet.',
    de: 'Ein Adresseintrag führt zu {found}; das ist aus dem Internet nicht zu erreichen.',
  },
  proxy_in_between: {
    severity: 'warning',
    en: '{proxy} stands between visitors and this service. Switch its proxy off for this record (“DNS only”), or certificates and countries of visitors may be wrong.',
    de: '{proxy} steht zwischen Besuchern und diesem Dienst. Schalten Sie den Proxy für diesen Eintrag ab („DNS only“), sonst können Zertifikate und Länder der Besucher falsch sein.',
  },
  caa_forbids: {
    severity: 'error',
    en: 'The CAA records of {name} do not let the certificate authority of this service make a certificate.',
    de: 'Die CAA-Einträge von {name} verbieten der Zertifizierungsstelle dieses Dienstes ein Zertifikat.',
  },
  caa_method_forbids: {
    severity: 'error',
    en: 'The CAA records of {name} allow neither of the validation methods http-01 and tls-alpn-01.',
    de: 'Die CAA-Einträge von {name} erlauben weder das Prüfverfahren http-01 noch tls-alpn-01.',
  },
  caa_other_account: {
    severity: 'warning',
    en: 'The CAA records of {name} bind certificates to one account of the authority, which is probably not that of this service.',
    de: 'Die CAA-Einträge von {name} binden Zertifikate an ein Konto bei der Zertifizierungsstelle, wohl nicht das dieses Dienstes.',
  },
  caa_critical_unknown: {
    severity: 'error',
    en: 'A CAA record of {name} is critical and of a kind that authorities do not know: {found}. They refuse certificates because of it. Remove it.',
    de: 'Ein CAA-Eintrag von {name} ist als kritisch markiert und von unbekannter Art: {found}. Zertifizierungsstellen lehnen deshalb ab. Entfernen Sie ihn.',
  },
  caa_unanswered: {
    severity: 'error',
    en: 'The name servers do not answer the question for CAA records of {name}, without which no authority makes a certificate.',
    de: 'Die Nameserver beantworten die Frage nach CAA-Einträgen von {name} nicht; ohne Antwort gibt es kein Zertifikat.',
  },
  front_unreachable: {
    severity: 'error',
    en: 'The records are right, but the front of this service does not answer at {front}. Please tell the operator.',
    de: 'Die Einträge stimmen, aber dieser Dienst antwortet unter {front} nicht. Bitte sagen Sie es dem Betreiber.',
  },
  tls_pending: {
    severity: 'warning',
    en: 'The certificate is being made. Look again in a minute.',
    de: 'Das Zertifikat wird gerade ausgestellt. Sehen Sie in einer Minute wieder nach.',
  },
  tls_missing: {
    severity: 'error',
    en: 'The service has no certificate for {domain} yet. It is requested again with each visit; if this stays so, please tell the operator.',
    de: 'Der Dienst hat noch kein Zertifikat für {domain}. Es wird mit jedem Besuch neu angefordert; bleibt es so, sagen Sie es bitte dem Betreiber.',
  },
  tls_wrong_name: {
    severity: 'error',
    en: 'The certificate is for {found}, not for {domain}.',
    de: 'Das Zertifikat gilt für {found}, nicht für {domain}.',
  },
  tls_expired: {
    severity: 'error',
    en: 'The certificate is not valid now: it holds from {from} to {until}.',
    de: 'Das Zertifikat gilt jetzt nicht: Es gilt von {from} bis {until}.',
  },
  tls_ends_soon: {
    severity: 'warning',
    en: 'The certificate ends on {until} and has not been renewed.',
    de: 'Das Zertifikat endet am {until} und ist noch nicht erneuert.',
  },
  tls_chain_incomplete: {
    severity: 'error',
    en: 'The certificate comes without its intermediate certificate, so not every browser trusts it.',
    de: 'Das Zertifikat kommt ohne Zwischenzertifikat; nicht jeder Browser vertraut ihm.',
  },
  tls_untrusted: {
    severity: 'error',
    en: 'No known authority has signed the certificate, so browsers do not trust it.',
    de: 'Keine bekannte Stelle hat das Zertifikat signiert; Browser vertrauen ihm nicht.',
  },
  domain_disabled: {
    severity: 'warning',
    en: 'The domain is switched off, so it serves no links and gets no certificate.',
    de: 'Die Domain ist abgeschaltet, bedient also keine Links und bekommt kein Zertifikat.',
  },
} as const satisfies Record<string, Entry>;

export type FindingCode = keyof typeof findingCatalogue;

export type Finding = {
  code: FindingCode;
  /** Set when it differs from the catalogue's. */
  severity?: 'error' | 'warning';
  /** For the placeholders of the sentence. */
  values?: Readonly<Record<string, string>>;
  /** The records to set. */
  records?: readonly DnsRecord[];
  /** What was found instead. */
  found?: readonly string[];
};

export type LocalizedFinding = {
  code: FindingCode;
  severity: 'error' | 'warning';
  message: string;
  records: readonly DnsRecord[];
  found: readonly string[];
};

/** How much of a stranger's DNS data is repeated. */
const MAX_SHOWN = 5;
const MAX_SHOWN_CHARACTERS = 200;

export const severityOf = ({ code, severity }: Finding) => severity ?? findingCatalogue[code].severity;

export function localizeFinding(finding: Finding, language: Language): LocalizedFinding {
  const { code, values = {}, records = [], found = [] } = finding;
  return {
    code,
    severity: severityOf(finding),
    message: filledText(findingCatalogue[code][language], values),
    records,
    found: found.slice(0, MAX_SHOWN).map((text) => text.slice(0, MAX_SHOWN_CHARACTERS)),
  };
}
