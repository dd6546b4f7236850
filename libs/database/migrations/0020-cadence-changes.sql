-- A change of a workspace's cadence, monthly or yearly, counts from the end of the billing period in which it was asked for.

-- is_yearly holds until this day, UTC; from then on the other cadence does. Null: no change is stored.
ALTER TABLE workspaces ADD COLUMN cadence_changes_on date;
-- The month in which yearly periods start; null: that of billing_anchor. Their day is billing_anchor's in any case.
ALTER TABLE workspaces ADD COLUMN year_starts_in smallint CHECK (year_starts_in BETWEEN 1 AND 12);
