CREATE TABLE "series" (
	"space_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"path" text NOT NULL,
	"is_boolean" boolean NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"last_value" double precision NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "series_space_id_device_id_number_pk" PRIMARY KEY("space_id","device_id","number"),
	CONSTRAINT "series_path" UNIQUE("space_id","device_id","path")
);
--> statement-breakpoint
CREATE TABLE "series_day" (
	"space_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"day" date NOT NULL,
	"points" "bytea" NOT NULL,
	"count" integer NOT NULL,
	"min" double precision NOT NULL,
	"max" double precision NOT NULL,
	"sum" double precision NOT NULL,
	"first" double precision NOT NULL,
	"last" double precision NOT NULL,
	CONSTRAINT "series_day_space_id_device_id_number_day_pk" PRIMARY KEY("space_id","device_id","number","day")
) PARTITION BY RANGE ("day");
--> statement-breakpoint
ALTER TABLE "device_contact" ADD COLUMN "history_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "device_contact" ADD COLUMN "history_before" timestamp (3) with time zone;--> statement-breakpoint
-- A copy of the server that is not updated yet goes on storing messages for a while: their values are found a little later.
UPDATE "device_contact" SET "history_before" = now() + interval '5 minutes' WHERE "last_seen" IS NOT NULL;
