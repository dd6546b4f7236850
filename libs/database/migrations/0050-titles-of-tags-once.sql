-- By itself: it waits for readers, who would wait for it behind the locks of the migration before.

DROP INDEX link_tags_newest;
