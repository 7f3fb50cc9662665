# frozen_string_literal: true

require "csv"

HEADER = <<~TEXT
  day,account,

  amount
TEXT

# Entries in order.
module Banks
  Entry = Struct.new(:day, :amount)

  # All of them.
  class Ledger
    attr_reader :entries

    def initialize(path)
      @path = path
      @entries = []
    end

    # Adds an entry.
    def post(entry)
      raise ArgumentError, <<~WHY if entry.amount.zero?
        nothing

        on #{entry.day}
      WHY
      @entries << entry
    end

    def self.read(path)
      CSV.foreach(path).each do |row|
        next if row.empty?
        puts row
      end
    end
  end
end

def total(entries)
  entries.sum(&:amount)
end

=begin
Nothing below is read.
=end
puts total([])
