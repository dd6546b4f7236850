// Days and hours of a rule in a time zone.

import type { RuleTime } from '../../api/types';
import { useFormat } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Field } from '../../ui/field';
import { conditionsTexts } from './conditions-texts';
import { Refused } from './refused';
import type { Fault } from './field-fault';

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const AT_FIELDS = ['from', 'to', 'zone'];

type Props = {
  time: RuleTime;
  onTime: (time: RuleTime) => void;
  fault: Fault | undefined;
  /** The datalist of the time zones. */
  zones: string;
};

export function TimeFields({ time, onTime, fault, zones }: Props) {
  const t = useTexts(conditionsTexts);
  const format = useFormat();
  const days = time.weekdays ?? [];
  const errorAt = (path: string) => (fault?.path === path ? fault.words : undefined);
  return (
    <div className="condition-fields">
      <Refused words={fault && !AT_FIELDS.includes(fault.path) ? fault.words : undefined} />
      <fieldset className="checks">
        <legend>{t.weekdays}</legend>
        {WEEKDAYS.map((day, index) => (
          <label key={day} className="check">
            <input
              type="checkbox"
              checked={days.includes(day)}
              onChange={({ target }) =>
                onTime({
                  ...time,
                  weekdays: WEEKDAYS.filter((one) => (one === day ? target.checked : days.includes(one))),
                })
              }
            />
            {format.weekday(index)}
          </label>
        ))}
      </fieldset>
      <div className="utm-fields">
        <Field
          label={t.from}
          type="time"
          value={time.from ?? ''}
          onValue={(from) => onTime({ ...time, from })}
          error={errorAt('from')}
        />
        {/* the browser's input has no 24:00, and a time cannot end at 00:00 */}
        <Field
          label={t.to}
          type="time"
          value={time.to === '24:00' ? '00:00' : (time.to ?? '')}
          onValue={(to) => onTime({ ...time, to: to === '00:00' ? '24:00' : to })}
          error={errorAt('to')}
        />
        <Field
          label={t.zone}
          list={zones}
          autoComplete="off"
          spellCheck={false}
          value={time.zone}
          onValue={(zone) => onTime({ ...time, zone })}
          error={errorAt('zone')}
        />
      </div>
      <p className="hint">{t.timeHint}</p>
    </div>
  );
}
