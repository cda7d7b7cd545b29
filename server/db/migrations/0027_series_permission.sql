-- Keys that could read the histories of values go on reading them, and are not warned of a permission that they had no way to use.
UPDATE "access_key" SET "permissions" = "permissions" || '{space:message:series:read}'
WHERE 'space:message:read' = any("permissions") AND 'space:message:series:read' <> all("permissions");
--> statement-breakpoint
INSERT INTO "access_key_use" ("space_id", "access_key_id", "hour", "permission", "calls")
SELECT "space_id", "access_key_id", max("hour"), 'space:message:series:read', 0 FROM "access_key_use"
WHERE "permission" = 'space:message:read' GROUP BY "space_id", "access_key_id"
ON CONFLICT DO NOTHING;
