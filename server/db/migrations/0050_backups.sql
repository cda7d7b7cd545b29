CREATE TABLE "backup" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"file" text NOT NULL,
	"size" bigint NOT NULL,
	"checked_at" timestamp (3) with time zone
);
