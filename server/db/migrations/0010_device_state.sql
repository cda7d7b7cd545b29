ALTER TABLE "device" ADD COLUMN "contact_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "spans" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "usual_interval" integer;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "expected_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "late_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "silent_at" timestamp (3) with time zone;--> statement-breakpoint
-- Seconds after which a device is expected, late and silent, from the spans between its contacts. The middle span is the usual
-- one; that which nine in ten do not exceed lets devices send in groups, and forgets a single long one among ten. Fewer than three
-- spans tell nothing: then a day is assumed.
CREATE FUNCTION device_rhythm(spans integer[])
RETURNS TABLE ("usual" integer, "expected" integer, "late" integer, "silent" integer)
LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 1 AS $$
	SELECT
		CASE WHEN r.is_known THEN r.middle END,
		CASE WHEN r.long > 2 * r.middle THEN r.long ELSE r.middle END,
		greatest(2 * r.middle, r.middle + 60, r.long / 4 * 5 + 1),
		greatest(5 * r.middle, 900, r.long / 2 * 5 + 1)
	FROM (
		SELECT
			count(*) >= 3 AS is_known,
			CASE WHEN count(*) >= 3 THEN percentile_disc(0.5) WITHIN GROUP (ORDER BY s) ELSE 86400 END AS middle,
			CASE WHEN count(*) >= 3 THEN percentile_disc(0.9) WITHIN GROUP (ORDER BY s) ELSE 86400 END AS long
		FROM unnest(spans) s
	) r
$$;
--> statement-breakpoint
-- The last 100 uplinks of each device: each is read from another place on the disk, and nobody else reads or writes devices
-- meanwhile. One that follows another within 5 seconds, or a tenth of the device's long pauses, belongs to its contact.
WITH heard AS (
	SELECT d.space_id, d.id, m.created_at,
		extract(epoch FROM m.created_at - lag(m.created_at) OVER (PARTITION BY d.space_id, d.id ORDER BY m.created_at)) AS pause
	FROM device d CROSS JOIN LATERAL (
		SELECT created_at FROM message
		WHERE space_id = d.space_id AND device_id = d.id AND direction = 'up'
		ORDER BY created_at DESC LIMIT 100
	) m
	WHERE d.moved_at IS NULL
), contact AS (
	SELECT space_id, id, greatest(5, 0.1 * percentile_disc(0.9) WITHIN GROUP (ORDER BY pause) FILTER (WHERE pause > 5)) AS within
	FROM heard GROUP BY space_id, id
), started AS (
	SELECT h.space_id, h.id, created_at, row_number() OVER newest AS place,
		extract(epoch FROM created_at - lead(created_at) OVER newest) AS span
	FROM heard h JOIN contact c ON c.space_id = h.space_id AND c.id = h.id
	WHERE pause IS NULL OR pause > within
	WINDOW newest AS (PARTITION BY h.space_id, h.id ORDER BY created_at DESC)
), learnt AS (
	SELECT space_id, id, max(created_at) AS contact_at,
		coalesce(array_agg(least(span, 315360000)::integer ORDER BY place) FILTER (WHERE span IS NOT NULL AND place <= 19), '{}') AS spans
	FROM started WHERE place <= 20 GROUP BY space_id, id
)
UPDATE device d SET contact_at = l.contact_at, spans = l.spans, usual_interval = r.usual,
	expected_at = l.contact_at + r.expected * interval '1 second',
	late_at = l.contact_at + r.late * interval '1 second',
	silent_at = l.contact_at + r.silent * interval '1 second'
FROM learnt l CROSS JOIN LATERAL device_rhythm(l.spans) r
WHERE d.space_id = l.space_id AND d.id = l.id;
--> statement-breakpoint
-- Devices without messages are left with the time at which they were last heard from.
UPDATE device d SET contact_at = last_seen,
	expected_at = last_seen + r.expected * interval '1 second',
	late_at = last_seen + r.late * interval '1 second',
	silent_at = last_seen + r.silent * interval '1 second'
FROM device_rhythm('{}') r
WHERE last_seen IS NOT NULL AND contact_at IS NULL AND moved_at IS NULL;
