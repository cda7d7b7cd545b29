ALTER TABLE "device" drop column "searched";--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "searched" text GENERATED ALWAYS AS (regexp_replace(replace(lower(regexp_replace(normalize((e'\x1f ' || name || e' \x1f ' || serial_number || e' \x1f ' || coalesce(external_id, '') || e' \x1f \x1e ' || coalesce(comment, '') || e' \x1f ' || label::text || e' \x1f') collate "default", NFD), '[\u0300-\u036f]', '', 'g')), 'ς', 'σ'), '[\s!-/:-@[-`{-~]+', '  ', 'g')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "device_by_searched" ON "device" USING gin ("searched" gin_trgm_ops);
