CREATE TABLE "trash" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"resource" text NOT NULL,
	"record_id" uuid NOT NULL,
	"name" text NOT NULL,
	"detail" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_by" text,
	"kept_until" timestamp (3) with time zone NOT NULL,
	"batch" uuid,
	"entry_id" uuid NOT NULL,
	"content" jsonb NOT NULL,
	"left_out" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "trash_space_id_id_pk" PRIMARY KEY("space_id","id")
);
--> statement-breakpoint
ALTER TABLE "deletion" ADD COLUMN "kept_until" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "deletion" ADD COLUMN "is_parked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "trash_by_entry" ON "trash" USING btree ("space_id","entry_id");--> statement-breakpoint
CREATE INDEX "trash_by_batch" ON "trash" USING btree ("space_id","batch","id") WHERE "trash"."batch" is not null;--> statement-breakpoint
CREATE INDEX "trash_due" ON "trash" USING btree ("kept_until");--> statement-breakpoint
CREATE INDEX "deletion_due" ON "deletion" USING btree ("kept_until");