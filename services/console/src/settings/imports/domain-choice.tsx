import { useTexts } from '../../i18n/texts';
import { Select } from '../../ui/select';
import { useDomains } from '../../workspace/use-domains';
import { importTexts } from './import-texts';

type Props = {
  /** Empty for the domains that the source names. */
  value: string;
  asInSource: string;
  onValue: (domain: string) => void;
};

/** The domain of all links of an import. */
export function DomainChoice({ value, asInSource, onValue }: Props) {
  const t = useTexts(importTexts);
  const { domains } = useDomains();
  return (
    <Select
      label={t.domain}
      value={value}
      options={[
        { value: '', name: asInSource },
        ...domains.map((domain) => ({ value: domain, name: domain })),
      ]}
      onValue={onValue}
    />
  );
}
