CREATE TABLE "device_note" (
	"space_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"text" text NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_note_space_id_id_pk" PRIMARY KEY("space_id","id")
);
--> statement-breakpoint
CREATE TABLE "note_file" (
	"space_id" uuid NOT NULL,
	"note_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "note_file_space_id_note_id_id_pk" PRIMARY KEY("space_id","note_id","id")
);
--> statement-breakpoint
ALTER TABLE "deletion" ADD COLUMN "note_id" uuid;--> statement-breakpoint
ALTER TABLE "device_note" ADD CONSTRAINT "device_note_device" FOREIGN KEY ("space_id","device_id") REFERENCES "public"."device"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_note_of_device" ON "device_note" USING btree ("space_id","device_id","at","id");--> statement-breakpoint
CREATE INDEX "note_file_of_device" ON "note_file" USING btree ("space_id","device_id","note_id","id");--> statement-breakpoint
ALTER TABLE "note_file" ALTER COLUMN "content" SET STORAGE EXTERNAL;
